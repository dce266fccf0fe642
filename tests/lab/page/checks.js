// Runs around the page, which is in a frame as wide as a telephone, and leaves its outcomes in a comment.
'use strict';
const outcomes = [];
const frame = document.createElement('iframe');
frame.style = 'width: 390px; height: 844px; border: 0';
frame.srcdoc = page.replace('<head>', '<head><script>window.errors = []; addEventListener("error", e => errors.push(e.message));<\/script>');

function check(name, run) {
  let error = null;
  try { run(); } catch (thrown) { error = String(thrown?.message ?? thrown); }
  outcomes.push({ name, error });
}

function holds(fact, otherwise) {
  if (!fact) throw new Error(otherwise);
}

frame.onload = () => {
  const inside = frame.contentWindow, doc = frame.contentDocument;
  const all = (selector, from = doc) => [...from.querySelectorAll(selector)];
  const one = selector => doc.querySelector(selector);
  const press = (target, key) => target.dispatchEvent(new inside.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const dialog = one('#detail');
  const red = () => one('#matrix td.caught');
  const close = () => dialog.querySelector('button').click();

  check('nothing goes wrong', () => {
    holds(inside.errors.length === 0, inside.errors.join('; '));
    holds(all('#matrix tr.row').length > 30, 'there is no matrix');
    holds(all('#together tr').length > 3 && all('#styles tr').length > 10, 'there are no totals');
  });

  check('a cell opens to the change and to what was red', () => {
    red().click();
    holds(dialog.open, 'it does not open');
    holds(all('.add, .cut', dialog).length > 0, 'there is no change');
    holds(/Red: \d+ of \d+/.test(dialog.textContent), 'nothing was red');
    close();
    holds(!dialog.open, 'it does not close');
  });

  check('arrows move, Enter opens, and the cell has the focus again', () => {
    const first = one('#matrix td.cell');
    first.focus();
    press(first, 'ArrowRight');
    holds(doc.activeElement === first.nextElementSibling, 'right does not move');
    press(doc.activeElement, 'ArrowDown');
    press(doc.activeElement, 'ArrowUp');
    holds(doc.activeElement === first.nextElementSibling, 'down and up do not lead back');
    holds(all('#matrix td[tabindex="0"]').length === 1, 'more than one cell is in the order of tabs');
    press(doc.activeElement, 'Enter');
    holds(dialog.open, 'Enter does not open');
  });
  close();

  check('a filter hides rows', () => {
    const before = all('#matrix tr.row').length;
    const box = one('#kinds input[value="refactor"]');
    box.click();
    const without = all('#matrix tr.row').length;
    holds(without < before, 'no row went');
    holds(one('#count').textContent.startsWith(`${without} of `), 'the count is another');
    holds(all('#matrix td.false-alarm').length === 0, 'a refactor is shown');
    box.click();
    holds(all('#matrix tr.row').length === before, 'not all came back');
  });

  check('the switch shows the style whose expectations were copied', () => {
    const { results, bornWrong: [style, copy] } = JSON.parse(one('#data').textContent);
    const at = results.styles.findIndex(column => column.name === style);
    const shown = () => all('#matrix tr.row').map(row => row.children[at + 1].className.replace('cell ', ''));
    const verdicts = name => all('#matrix tr.row th').map(head =>
      results.variants.find(row => row.name === head.textContent).cells[name].verdict);
    holds(String(shown()) === String(verdicts(style)), 'before, it is another style');
    one('input[value="born"]').click();
    holds(String(shown()) === String(verdicts(copy)), 'after, it is another style');
    holds(!one('#born').hidden, 'nobody says so');
    one('input[value="regression"]').click();
    holds(String(shown()) === String(verdicts(style)), 'it does not go back');
  });

  check('light becomes dark', () => {
    const paper = () => inside.getComputedStyle(doc.body).backgroundColor;
    const before = paper();
    one('#theme').click();
    holds(paper() !== before, 'it stays as it was');
    one('#theme').click();
    holds(paper() === before, 'it does not go back');
  });

  check('nothing is wider than a telephone', () => {
    holds(doc.documentElement.scrollWidth <= 390, `it is ${doc.documentElement.scrollWidth} wide`);
  });

  check('every cell has a name', () => {
    const nameless = all('td.cell').filter(cell => !/^\S+, .+: .+/.test(cell.getAttribute('aria-label') ?? ''));
    holds(nameless.length === 0, `${nameless.length} have none`);
  });

  document.body.append(document.createComment(`outcomes ${JSON.stringify(outcomes)}`));
};
document.body.append(frame);
