/** The first `most` UTF-16 units of a text; one less where they would end inside of a character (an emoji is two). */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
