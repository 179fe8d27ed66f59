// Reads JSON texts from standard input, one on each line, and prints what pzpr makes of each puzzle.
const pzpr = require("pzpr");
const lines = require("readline").createInterface({ input: process.stdin });
const { URL_PZPRV3, URL_KANPEN, FILE_PZPR, FILE_PBOX, FILE_PBOX_XML } = pzpr.parser;
let last = Promise.resolve();

function answer(text) {
  return new Promise((resolve) => {
    const puzzle = new pzpr.Puzzle();
    puzzle.on("fail-open", () => resolve({ error: "it cannot be opened" }));
    puzzle.open(text, "hashikake", () =>
      resolve({
        puzzlink: puzzle.getURL(URL_PZPRV3),
        "kanpen-url": puzzle.getURL(URL_KANPEN),
        pzpr: puzzle.getFileData(FILE_PZPR),
        kanpen: puzzle.getFileData(FILE_PBOX),
        "kanpen-xml": puzzle.getFileData(FILE_PBOX_XML),
        complete: puzzle.check(true).complete,
      }),
    );
  });
}

lines.on("line", (line) => {
  last = last.then(() => answer(JSON.parse(line))).then((found) => console.log(JSON.stringify(found)));
});
