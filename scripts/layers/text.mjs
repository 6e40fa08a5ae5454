// Positions in a text, and its comments in groups.

// Returns the number of the line that `offset` lies in.
export function lineIn(text, offset) {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

// Returns `text` with spaces in the place of each range, so that lines keep their numbers.
export function blank(text, ranges) {
  let result = '';
  let end = 0;
  for (const [from, to] of ranges) {
    result += text.slice(end, from) + text.slice(from, to).replace(/[^\n]/g, ' ');
    end = to;
  }
  return result + text.slice(end);
}

const withoutMarks = (comment) => comment.replace(/^\/[/*]+!?|\*+\/$/g, '').replace(/^[ \t]*\*(?!\/) ?/gm, '');

// Returns the comments at `ranges`, {line, text}: lines of a comment that goes on below itself, at the same column, are
// one. A comment behind code on a line begins a new one.
export function groupComments(text, ranges) {
  const groups = [];
  let last;
  for (const [from, to] of ranges) {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const line = lineIn(text, from);
    const column = from - start;
    const alone = text.slice(start, from).trim() === '';
    const body = withoutMarks(text.slice(from, to));
    if (last && alone && last.column === column && last.end === line - 1) {
      last.group.text += `\n${body}`;
      last.end = line;
    } else {
      const group = { line, text: body };
      groups.push(group);
      last = { group, column, end: lineIn(text, to) };
    }
  }
  return groups;
}
