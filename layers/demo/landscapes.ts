import { encode } from "./pictures.ts"

/**
 * Colors and shapes of a generated landscape. `light`: the sun or moon. `layers`: three colors of land or water, from far to near. `on`:
 * optional scenery.
 */
export interface Landscape {
  readonly sky: readonly [top: string, bottom: string]
  readonly light: readonly [x: number, y: number, radius: number, color: string]
  readonly layers: readonly [string, string, string]
  readonly on?: keyof typeof scenery
}

/** Returns a landscape as an SVG in a `data:` URL. */
export const landscape = ({ sky: [top, bottom], light: [x, y, radius, color], layers, on }: Landscape): string =>
  `data:image/svg+xml,${encode(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 120'><linearGradient id='a' x2='0' y2='1'><stop stop-color='${top}'/><stop offset='1' stop-color='${bottom}'/></linearGradient><path fill='url(#a)' d='M0 0h120v120H0z'/><circle cx='${x}' cy='${y}' r='${radius * 1.7}' fill='${color}' opacity='.22'/><circle cx='${x}' cy='${y}' r='${radius}' fill='${color}'/>${layers.map((fill, index) => `<path fill='${fill}' d='${hills[index]}'/>`).join("")}${on ? scenery[on] : ""}</svg>`,
  )}`

const hills = [
  "M0 74c18-10 30-12 46-4s30 2 44-6 22-4 30 0v56H0z",
  "M0 88c14-6 34-8 54 0s46 2 66-8v40H0z",
  "M0 100c26-8 44 4 66 2s36-10 54-6v24H0z",
]

const scenery = {
  birds:
    "<g fill='none' stroke='#1d2433' stroke-width='1.8' stroke-linecap='round'><path d='M24 38q5-6 9 0q5-6 9 0'/><path d='M50 26q4-5 7 0q4-5 7 0'/><path d='M44 50q3-4 6 0q3-4 6 0'/></g>",
  pier: "<path fill='#2a2320' d='M0 84h78v4H0zM10 88h3v22h-3zM34 88h3v20h-3zM58 88h3v18h-3zM72 76h2v10h-2z'/><path fill='none' stroke='#fff' stroke-opacity='.35' stroke-width='1.5' d='M66 104h22M84 112h26M14 114h24'/>",
  trees:
    "<g fill='#fbe9ee'><circle cx='26' cy='82' r='11'/><circle cx='38' cy='78' r='9'/><circle cx='86' cy='86' r='12'/><circle cx='98' cy='81' r='8'/></g><path fill='#4c352c' d='M28 88h4v20h-4zM89 92h4v20h-4z'/>",
  lighthouse:
    "<path fill='#f7f1e6' d='M84 52h10l3 44H81z'/><path fill='#c4473a' d='M83 64h12l.7 9H82.3zM81.6 82h14.8l.6 9H81z'/><path fill='#2b2f3a' d='M82 44h14v8H82zM85 38h8v6h-8z'/><path fill='#ffe9a8' opacity='.55' d='M82 46L20 30v20z'/>",
  stars:
    "<g fill='#fff'><circle cx='20' cy='20' r='1.2'/><circle cx='42' cy='34' r='.9'/><circle cx='58' cy='14' r='1.4'/><circle cx='102' cy='50' r='1'/><circle cx='14' cy='52' r='.9'/><circle cx='76' cy='44' r='.8'/><circle cx='108' cy='16' r='1.1'/></g>",
  boat: "<path fill='#3a2a24' d='M36 92h34l-6 9H42z'/><path fill='#fdf6e9' d='M52 58v31H36z'/><path fill='#e8b84f' d='M55 62l16 27H55z'/>",
} as const
