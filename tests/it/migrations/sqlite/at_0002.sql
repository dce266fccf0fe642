INSERT INTO users (id, username, email, email_key, password, bio, image) VALUES
    (x'00000000000000000000000000000051', 'rosalind', 'Rosalind@helix.example',
     'rosalind@helix.example', 'hash of photograph 51', 'Sees through 🧬',
     'https://helix.example/rosalind.png'),
    (x'00000000000000000000000000000052', 'jocasta', 'jocasta@helix.example',
     'jocasta@helix.example', 'hash of a riddle', NULL, NULL);

INSERT INTO follows (follower_id, author_id) VALUES
    (x'00000000000000000000000000000052', x'00000000000000000000000000000051');

INSERT INTO articles
    (id, author_id, slug, title, description, tag_list, created_at, updated_at) VALUES
    (x'00000000000000000000000000000a01', x'00000000000000000000000000000051', 'on-helices',
     'On Helices', 'A turn, and another', '["helix","dna"]', 1577880000123457, 1577880000123458);

INSERT INTO bodies (article_id, body) VALUES
    (x'00000000000000000000000000000a01', 'They wind around each other.
Where''s the end?');

INSERT INTO favorites (user_id, created_at, article_id) VALUES
    (x'00000000000000000000000000000052', 1577880000123457, x'00000000000000000000000000000a01');

INSERT INTO comments (id, article_id, author_id, created_at, body) VALUES
    (7, x'00000000000000000000000000000a01', x'00000000000000000000000000000052',
     1577880000123459, 'I shall sleep on it.');

INSERT INTO secrets (name, value) VALUES ('token', CAST('unpublished, photograph 51' AS BLOB));

INSERT INTO outbox
    (id, recipient_id, comment_id, made_by, slug, title, created_at, attempts, due_at) VALUES
    (x'00000000000000000000000000000e01', x'00000000000000000000000000000051', 7, 'jocasta',
     'on-helices', 'On Helices', 1577880000123459, 1, 1577880005123459);

INSERT INTO audit (notification_id, attempt, at, postponed_until, reason) VALUES
    (x'00000000000000000000000000000e01', 1, 1577880000123460, 1577880005123459,
     'the line is dead');
