/**
 * Returns the dark modules of a QR code as one path of unit squares, joined along each row. Leaves out the three finder
 * patterns, which are drawn rounded, and, with `cleared`, the middle fifth, where a logo goes.
 */
export const qrPath = (modules: readonly (readonly boolean[])[], cleared: boolean): string => {
  const size = modules.length
  const clear = cleared ? Math.ceil(size / 5) + ((Math.ceil(size / 5) + size) % 2) : 0
  const from = (size - clear) / 2
  const dark = (x: number, y: number): boolean => {
    const inFinder = (y < 7 && (x < 7 || x >= size - 7)) || (y >= size - 7 && x < 7)
    const inMiddle = x >= from && x < from + clear && y >= from && y < from + clear
    return modules[y]?.[x] === true && !inFinder && !inMiddle
  }
  let path = ""
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (dark(x, y)) x++
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`
    }
  }
  return path
}
