// Package confusable finds texts that look alike.
package confusable

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// confusables maps characters to the ASCII letters that they are drawn like: the
// single-script look-alikes of a to z in Unicode's confusables.txt (UTS 39,
// version 17), lower case.
//
//nolint:gochecknoglobals // a table, never written
var confusables = strings.NewReplacer(
	"а", "a", "ɑ", "a", "α", "a", "Ь", "b", "ƅ", "b", "ь", "b", "в", "b",
	"с", "c", "ϲ", "c", "ԁ", "d", "ɗ", "d", "е", "e", "ҽ", "e", "ə", "e",
	"ғ", "f", "ſ", "f", "ɡ", "g", "ց", "g", "ԍ", "g", "һ", "h", "հ", "h",
	"н", "h", "і", "i", "ı", "i", "ɩ", "i", "ι", "i", "ӏ", "l", "ј", "j", "ϳ", "j",
	"к", "k", "κ", "k", "ⲕ", "k", "ɫ", "l", "ł", "l", "ן", "l", "м", "m", "ո", "n", "п", "n",
	"ɴ", "n", "η", "n", "о", "o", "ο", "o", "օ", "o", "σ", "o", "ס", "o", "๐", "o", "ø", "o",
	"р", "p", "ρ", "p", "ք", "p", "ԛ", "q", "գ", "q", "г", "r", "ʀ", "r", "ѕ", "s", "ꜱ", "s", "т", "t", "τ", "t", "ŧ", "t",
	"ս", "u", "υ", "u", "ʋ", "u", "ц", "u", "ѵ", "v", "ν", "v", "ѡ", "w", "ԝ", "w", "ա", "w",
	"ω", "w", "х", "x", "χ", "x", "у", "y", "γ", "y", "ү", "y", "ʏ", "y", "ᴢ", "z", "ʐ", "z",
	"đ", "d", "ħ", "h", "0", "o", "1", "l", "rn", "m", "vv", "w",
)

// Skeleton returns a folded text with look-alikes replaced by the ASCII letters
// that they resemble, without accents and joiners. Texts with the same
// skeleton look alike.
func Skeleton(folded string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Cf) {
			return -1
		}
		return r
	}, norm.NFKD.String(folded))
	return confusables.Replace(strings.ToLower(plain))
}
