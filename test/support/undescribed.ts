/** A part of a JSON document that does not say what it is: where it is, and what is missing. */
export interface Undescribed {
  readonly path: string;
  readonly problem: string;
}

type Node = Readonly<Record<string, unknown>>;

/**
 * The objects of a document (AsyncAPI, OpenAPI) whose fields are not told, and the fields without a description. A field
 * that is a constant says what it is by its value.
 */
export function undescribed(document: unknown, path = ''): readonly Undescribed[] {
  if (Array.isArray(document)) return document.flatMap((one, at) => undescribed(one, `${path}/${at}`));
  if (!isNode(document)) return [];
  const parts = Object.entries(document).filter(
    ([key]) => key !== 'const' && key !== 'enum' && key !== 'example',
  );
  return [
    ...openObject(document, path),
    ...nakedFields(document, path),
    ...parts.flatMap(([key, value]) => undescribed(value, `${path}/${key}`)),
  ];
}

/** An object that may hold anything, and nothing says what. */
function openObject(node: Node, path: string): readonly Undescribed[] {
  if (node.type !== 'object' || isNode(node.properties)) return [];
  const { additionalProperties: others } = node;
  if (others === false) return [];
  if (isNode(others) && (isDescribed(others) || others.type !== undefined || others.anyOf !== undefined))
    return [];
  return [{ path, problem: 'an object of unknown fields' }];
}

function nakedFields(node: Node, path: string): readonly Undescribed[] {
  if (node.type !== 'object' || !isNode(node.properties)) return [];
  return Object.entries(node.properties)
    .filter(([, field]) => isNode(field) && !isDescribed(field))
    .map(([name]) => ({ path: `${path}/properties/${name}`, problem: 'a field without a description' }));
}

function isDescribed(field: Node): boolean {
  const { description, $ref } = field;
  return 'const' in field || $ref !== undefined || (typeof description === 'string' && description !== '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
