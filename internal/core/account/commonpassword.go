package account

import (
	_ "embed"
	"strings"
	"unicode"
)

// commonPasswords holds one lower-case password a line, below two lines of
// comment.
//
//go:embed common_passwords.txt
var commonPasswords string

// contextWords are words that a guess at a password of this product begins with: its
// name and what it does. docs/security.md lists them.
const contextWords = "\nlinnet\nshortlink\nshortlinks\nshortener\nqrcode\nbiopage\nadmin\nadministrator\n"

// isCommonPassword reports whether password is a common one, ignoring case,
// punctuation at either end and digits or symbols that stand for letters, or a
// context word with digits or symbols at either end. The composition rules demand
// such decoration, so the plain list would match almost nothing: "Password1!" is
// "password1" here.
func isCommonPassword(password string) bool {
	lower := strings.ToLower(password)
	core := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	letters := strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t").Replace(core)
	for _, candidate := range []string{lower, core, letters} {
		if strings.Contains(commonPasswords, "\n"+candidate+"\n") {
			return true
		}
	}
	word := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.Contains(contextWords, "\n"+word+"\n")
}
