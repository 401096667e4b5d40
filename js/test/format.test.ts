// Numbers and names as a person reads them.
import { expect, test } from "vitest";
import { duration, functionName, guardKind, numbers, place, plural, shorten, version } from "../src/format";

const space = "\u202f";

test.each([
  [-1, "–"],
  [0, "0"],
  [140, `140${space}ns`],
  [1_900, `1.9${space}µs`],
  [65_400, `65${space}µs`],
  [4_000_000, `4.0${space}ms`],
  [999_999_999, `1.0${space}s`],
  [12_340_000_000, `12${space}s`],
])("%d ns is %s", (ns, said) => expect(duration(ns)).toBe(said));

test.each([
  [[], ""],
  [[3], "3"],
  [[3, 4], "3, 4"],
  [[10, 11, 14], "10, 11, 14"],
  [[14, 12, 10, 11, 11], "10–12, 14"],
  [[1, 3, 5, 7, 9], "1, 3, 5, 7 …"],
])("numbers %j are told as %s: a range has no gap", (all, told) => expect(numbers(all)).toBe(told));

test("an attempt counts from 0, and a version from 1", () => {
  expect(version("4/0")).toBe(1);
  expect(version("0/7")).toBe(8);
});

test("counts", () => {
  expect(plural(1, "op")).toBe("1 op");
  expect(plural(1234, "op")).toBe("1,234 ops");
});

test("places, kinds and resume functions", () => {
  const location = { file: "/x/train.py", label: "train.py", line: 14, function: "f" };
  expect(place(location)).toBe("train.py:14");
  expect(place({ ...location, label: "cell 4" })).toBe("cell 4, line 14");
  expect(guardKind("DICT_VERSION_MATCH")).toBe("dict version");
  expect(functionName("torch_dynamo_resume_in_score_batch_at_14")).toBe("score_batch from line 14");
});

test("long text is cut in the middle to the length that was asked for", () => {
  expect(shorten("short", 10)).toBe("short");
  expect(shorten("encoder.layer.0.attention.self.query", 20)).toHaveLength(20);
});
