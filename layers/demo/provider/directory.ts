import { colors, type GlyphName, names as glyphs, pictureId } from "../pictures.ts"
import { fraction, hexOf, shuffled } from "../random.ts"

/** A wallet in the format of the provider's directory service. */
export interface DirectoryWallet {
  readonly id: string
  readonly name: string
  readonly badge_type: "none" | "certified"
  readonly homepage: string
  readonly image_id: string
  readonly chains: readonly string[]
  readonly order: number
  readonly rdns: string | null
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  readonly mobile_link: string | null
  readonly desktop_link: string | null
  readonly webapp_link: string | null
  readonly link_mode: null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
}

/** A query of the directory. `page` counts from 1. Empty lists do not filter. */
export interface DirectoryQuery {
  readonly page: number
  readonly entries: number
  readonly search?: string
  readonly badge?: string
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly chains?: readonly string[]
}

/**
 * Returns a directory of `count` invented wallets. The first wallets are always the same. The order of the others depends on the seed. The
 * last directory is cached.
 */
export const directoryOf = (count: number, seed: number): readonly DirectoryWallet[] => {
  if (last?.count !== count || last.seed !== seed) last = { count, seed, wallets: invent(count, seed) }
  return last.wallets
}
let last: { readonly count: number; readonly seed: number; readonly wallets: readonly DirectoryWallet[] } | undefined

const invent = (count: number, seed: number): readonly DirectoryWallet[] => {
  const first = known.map(([name, glyph, colour]) => ({ name, image_id: pictureId(glyph, colour) }))
  const others = shuffled(invented(), `directory ${seed}`).map((name, index) => ({
    name,
    image_id: pictureId(
      glyphs[index % glyphs.length] as GlyphName,
      (index * 7 + Math.floor(index / 18)) % colors.length,
    ),
  }))
  const plain = [...first, ...others]
  return Array.from({ length: count }, (_, index) => {
    const { name, image_id } = plain[index % plain.length] as (typeof plain)[number]
    const round = Math.floor(index / plain.length)
    return described(round === 0 ? name : `${name} ${round + 1}`, image_id, index)
  })
}

/** Returns a page of the wallets that match a query, and the number of all matches. */
export const pageOf = (directory: readonly DirectoryWallet[], request: DirectoryQuery) => {
  const { page, entries, badge, include = [], exclude = [], chains = [] } = request
  const search = request.search?.trim().toLowerCase() ?? ""
  const found = directory.filter(
    (wallet) =>
      (include.length === 0 || include.includes(wallet.id)) &&
      !exclude.includes(wallet.id) &&
      (chains.length === 0 || chains.some((chain) => wallet.chains.includes(chain))) &&
      (badge !== "certified" || wallet.badge_type === "certified") &&
      wallet.name.toLowerCase().includes(search),
  )
  return { count: found.length, data: found.slice((page - 1) * entries, page * entries) }
}

/** Returns a wallet's ID in the directory: 64 hex digits. */
const walletId = (name: string): string => hexOf(`wallet ${name}`, 64)

/** Returns a wallet's name as used in its URLs. */
const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

const described = (name: string, image_id: string, index: number): DirectoryWallet => {
  const slug = slugOf(name)
  const has = (what: string, share: number) => index < known.length || fraction(`${name} ${what}`) < share
  const extension = has("extension", 0.6)
  const mobile = has("mobile", 0.85)
  return {
    id: walletId(name),
    name,
    badge_type: index % 4 !== 3 && fraction(`${name} certified`) < 0.5 ? "certified" : "none",
    homepage: `https://${slug}.example`,
    image_id,
    chains: has("evm", 0.955) ? [...evm, ...(has("solana", 0.4) ? [solana] : [])] : [solana],
    order: (index + 1) * 10,
    rdns: extension ? `example.${slug}` : null,
    injected: extension ? [{ namespace: "eip155", injected_id: `is${name.replaceAll(" ", "")}` }] : null,
    mobile_link: mobile ? `${slug}://` : null,
    desktop_link: has("desktop", 0.25) ? `${slug}-desktop://` : null,
    webapp_link: has("web", 0.2) ? `https://app.${slug}.example` : null,
    link_mode: null,
    app_store: mobile ? `https://apps.example/ios/${slug}` : null,
    play_store: mobile ? `https://apps.example/android/${slug}` : null,
    chrome_store: extension ? `https://apps.example/chrome/${slug}` : null,
  }
}

const evm = ["eip155:1", "eip155:10", "eip155:137", "eip155:8453", "eip155:42161"]
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

const known: readonly (readonly [name: string, glyph: GlyphName, colour: number])[] = [
  ["Halyard", "sail", 0],
  ["Cinderbox", "cube", 1],
  ["Fathom", "shore", 2],
  ["Plover", "ring", 3],
  ["Quillon", "feather", 4],
  ["Tessera", "tiles", 5],
  ["Orrery", "orbit", 6],
  ["Northfell", "peaks", 7],
  ["Latchkey", "key", 8],
  ["Samphire", "leaf", 9],
  ["Halfmoon", "half", 10],
  ["Steeple", "bars", 11],
  ["Sheepshank", "knot", 12],
  ["Asterwick", "star", 13],
  ["Arcadewell", "arch", 14],
  ["Combe Vault", "hexagon", 15],
  ["Ribble", "drop", 16],
  ["Corbel", "chevrons", 10],
  ["Quartet", "dots", 4],
  ["Tinder & Flint", "bolt", 1],
  ["Quorum Steeple", "bars", 14],
  ["Aquarelle Wallet with a long name", "cloud", 3],
]

const stems =
  "Aldergate Barrowmere Bellwether Brindlecote Cairnstone Calloway Cobblewick Copperfold Dapplefield Drumlin Dunmarrow Eddymoor Elmstead Fallowby Fennimore Gannet Gorsefield Greylag Hallowmere Hazelrigg Inkwell Ironbark Junipershaw Kestrelby Kittiwake Larkspur Lindenholm Marchbanks Merrowby Nettlefold Oakhanger Pebblemoor Pennyroyal Quarrymead Ravelin Rookhope Saltmarsh Sedgewick Sparrowgate Tamarack Thistledown Umberslade Vellumby Wainscote Whinfell Withybrook Woodruff Yarrowgate Zephyrhill".split(
    " ",
  )
const kinds = [
  "",
  "Vault",
  "Keys",
  "Pocket",
  "Keep",
  "Purse",
  "One",
  "Pass",
  "Chest",
  "Wallet",
  "Safe",
  "Sign",
  "Locker",
]

const invented = () => kinds.flatMap((kind) => stems.map((stem) => (kind ? `${stem} ${kind}` : stem)))
