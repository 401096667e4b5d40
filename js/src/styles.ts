// The stylesheet of the shadow root; the files' order is the order of the cascade.
import ask from "./styles/ask.css";
import base from "./styles/base.css";
import cards from "./styles/cards.css";
import colours from "./styles/colours.css";
import compile from "./styles/compile.css";
import frame from "./styles/frame.css";
import graph from "./styles/graph.css";
import head from "./styles/head.css";
import lists from "./styles/lists.css";
import media from "./styles/media.css";
import narrow from "./styles/narrow.css";
import overlay from "./styles/overlay.css";
import source from "./styles/source.css";
import timeline from "./styles/timeline.css";

export const css = [
  colours,
  base,
  head,
  timeline,
  frame,
  graph,
  source,
  cards,
  lists,
  compile,
  ask,
  overlay,
  narrow,
  media,
].join("\n");
