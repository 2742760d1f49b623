import { readFileSync } from 'node:fs';

import { DockerfileParser, JSONInstruction } from 'dockerfile-ast';

/**
 * Reads the last stage of a Dockerfile: the image that runs.
 *
 * @param {URL} file
 */
export function readImage(file) {
  const dockerfile = DockerfileParser.parse(readFileSync(file, 'utf8'));
  const instructions = dockerfile.getInstructions();
  const lastStage = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
  const stage = instructions.slice(lastStage);
  const healthCheck = dockerfile.getHEALTHCHECKs().at(-1)?.getRawArgumentsContent() ?? '';
  return {
    user: argumentsOf(stage, 'USER')[0]?.[0],
    environment: Object.fromEntries(
      argumentsOf(stage, 'ENV')
        .flat()
        .map((pair) => /** @type {[string, string]} */ (pair.split(/=(.*)/s, 2))),
    ),
    /** Files copied from the build stage, with their paths in the image. */
    copies: stage
      .filter((one) => one.getKeyword() === 'COPY' && /--from=build/.test(one.toString()))
      .map((one) => one.getArguments().map((argument) => argument.getValue()))
      .map(([from = '', to = '']) => ({ from: from.replace('/app/', ''), to })),
    /** @type {string[]} */
    healthCheck: JSON.parse(/CMD\s+(\[.*\])\s*$/.exec(healthCheck)?.[1] ?? '[]'),
    command: stage
      .filter((one) => one.getKeyword() === 'CMD')
      .filter((one) => one instanceof JSONInstruction)
      .flatMap((one) => one.getJSONStrings())
      .map((text) => /** @type {string} */ (JSON.parse(text.getValue()))),
  };
}

/**
 * @param {import('dockerfile-ast').Instruction[]} stage
 * @param {string} keyword
 */
function argumentsOf(stage, keyword) {
  return stage
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArguments().map((argument) => argument.getValue()));
}
