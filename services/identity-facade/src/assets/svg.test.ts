import { expect, test } from 'vitest';
import { inspectImage } from '../../tasks/image-tasks.js';

const svg = (content: string, head = ''): Uint8Array =>
  new TextEncoder().encode(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${content}</svg>`,
  );

test('a plain SVG keeps its size', () => {
  const content = '<style>p{fill:url(#g)}</style><use href="#a"/><rect fill="url(#g)" width="4"/>';
  expect(inspectImage(svg(content))).toEqual({ mediaType: 'image/svg+xml', width: 40, height: 20 });
});

test.each([
  ['<script>alert(1)</script>'],
  ['<g onload="alert(1)"/>'],
  ['<foreignObject><p/></foreignObject>'],
  ['<image href="https://tracker.example.com/x.png"/>'],
  ['<use xlink:href="https://tracker.example.com/x.svg#a"/>'],
  ['<a href="javascript:alert(1)"/>'],
  ['<rect style="fill:url(https://tracker.example.com)"/>'],
  ['<style>@import "https://tracker.example.com"</style>'],
  ['<style><![CDATA[p{fill:url(//tracker.example.com)}]]></style>'],
  ['<?xml-stylesheet href="https://tracker.example.com"?>'],
  ['<set attributeName="href" to="https://tracker.example.com"/>'],
  ['<g>'],
])('an SVG with %s is not used', (content) => {
  expect(inspectImage(svg(content))).toHaveProperty('fault');
});

test('an SVG with a document type is not used', () => {
  const head = '<!DOCTYPE svg [<!ENTITY x "y">]>';
  expect(inspectImage(svg('', head))).toHaveProperty('fault');
});

test('a file that is not an image is rejected, regardless of its name', () => {
  expect(inspectImage(new TextEncoder().encode('<html></html>'))).toHaveProperty('fault');
  expect(inspectImage(new Uint8Array())).toHaveProperty('fault');
});
