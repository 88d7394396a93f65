import {
  type Expression,
  type Identifier,
  type JsxElement,
  type JsxSelfClosingElement,
  Node,
  SyntaxKind,
} from "ts-morph"
import { dedent } from "./style.ts"
import type { Field } from "./values.ts"

export type Element = JsxElement | JsxSelfClosingElement

/** Element whose tag is this name, or whose tag begins with it: `<ConnectButton.Custom>`. */
export const elementOf = (name: Identifier): Element | undefined => {
  const parent = name.getParent()
  const tag = Node.isPropertyAccessExpression(parent) && parent.getExpression() === name ? parent : name
  const owner = tag.getParent()
  if (Node.isJsxSelfClosingElement(owner)) return owner
  if (Node.isJsxOpeningElement(owner) || Node.isJsxClosingElement(owner))
    return owner.getParentIfKindOrThrow(SyntaxKind.JsxElement)
  return undefined
}

/** Props of an element. `undefined` if it also has spread ones. */
export const propsOf = (element: Element): readonly Field[] | undefined => {
  const attributes = (Node.isJsxElement(element) ? element.getOpeningElement() : element).getAttributes()
  const props: Field[] = []
  for (const node of attributes) {
    if (!Node.isJsxAttribute(node)) return undefined
    const initializer = node.getInitializer()
    const value: Expression | undefined = Node.isJsxExpression(initializer)
      ? initializer.getExpression()
      : (initializer as Expression | undefined)
    props.push({ name: node.getNameNode().getText(), value, node })
  }
  return props
}

/** The one spread prop of an element, such as `{...siweConfig}`, and its other props. */
export const spreadOf = (element: Element) => {
  const attributes = (Node.isJsxElement(element) ? element.getOpeningElement() : element).getAttributes()
  const [spread, second] = attributes.filter(Node.isJsxSpreadAttribute)
  if (!spread || second) return undefined
  return { value: spread.getExpression(), others: attributes.filter((one) => one !== spread).map((node) => ({ node })) }
}

/** Children of an element as they are written. */
export const childrenOf = (element: Element): string =>
  Node.isJsxElement(element)
    ? element
        .getJsxChildren()
        .map((one) => one.getFullText())
        .join("")
    : ""

/** Renames an element's tag and replaces its props, and leaves its children as they are. */
export const changeTag = (element: Element, tag: string, props: readonly string[] = []): void => {
  const opening = [tag, ...props].join(" ")
  replaceText(element, Node.isJsxElement(element) ? `<${opening}>${childrenOf(element)}</${tag}>` : `<${opening} />`)
}

/** Replaces an element by others, in a fragment unless its parent can hold several. */
export const replaceByAll = (element: Element, elements: readonly string[]): void => {
  const text = elements.join(" ")
  element.replaceWithText(isInJsx(element) || elements.length === 1 ? text : `<>${text}</>`)
}

/** Puts an element around the children of another. */
export const wrapChildren = (element: JsxElement, tag: string, props: string): void => {
  const outer = element.getIndentationText()
  const children = childrenOf(element)
  const isBlock = children.includes("\n")
  const inner = isBlock ? children.replaceAll("\n", "\n  ").replace(/[ \t]+$/, "") : children
  const opening = element.getOpeningElement().getText()
  const closing = element.getClosingElement().getText()
  const text = isBlock
    ? `${opening}\n${outer}  <${tag} ${props}>${inner}${outer}  </${tag}>\n${outer}${closing}`
    : `${opening}<${tag} ${props}>${inner}</${tag}>${closing}`
  replaceText(element, text)
}

/** Replaces an element by its children. */
export const unwrap = (element: Element): void => {
  const all = Node.isJsxElement(element) ? element.getJsxChildren() : []
  const children = all.filter((one) => one.getText().trim() !== "")
  const [only] = children
  const text = children.length === 0 ? "" : dedent(childrenOf(element).trim(), only?.getIndentationText().length ?? 0)
  const isOne = children.length === 1 && only && !Node.isJsxText(only) && !Node.isJsxExpression(only)
  replaceText(element, isInJsx(element) || isOne ? text : `<>${text}</>`, false)
}

/** Replaces an element by text that has the element's indentation, which ts-morph would add again. */
const replaceText = (element: Element, text: string, isIndented = true): void => {
  element.replaceWithText(isIndented ? dedent(text, element.getIndentationText().length) : text)
}

const isInJsx = (element: Element) => {
  const parent = element.getParent()
  return Node.isJsxElement(parent) || Node.isJsxFragment(parent)
}
