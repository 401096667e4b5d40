// The build scripts are plain JavaScript.
declare module "*.mjs" {
  export function typesFrom(schema: unknown): Promise<string>;
}
