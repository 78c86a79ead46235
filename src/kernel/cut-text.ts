/** The first characters of outside text, at most `maxChars` UTF-16 units. Half a surrogate pair, which no record and no
 * canonical JSON can hold, becomes U+FFFD. */
export const headOf = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed();

/** The last characters of outside text, otherwise as `headOf`. @param maxChars above 0 */
export const tailOf = (text: string, maxChars: number): string => text.slice(-maxChars).toWellFormed();
