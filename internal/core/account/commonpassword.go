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
// name, what it does, and the roles of its users. docs/security.md lists them.
const contextWords = "\nlinnet\nshortlink\nshortlinks\nshortener\nqrcode\nbiopage\nanalytics\nworkspace\ndashboard\n" +
	"owner\nadmin\nadministrator\neditor\nviewer\noperator\nroot\nuser\nguest\nsupport\n"

// isCommonPassword reports whether password is a common one or a context word,
// ignoring case, punctuation at either end, the digits and symbols after the last
// letter, and digits or symbols that stand for letters. The composition rules demand
// such decoration, so the plain list would match almost nothing: "Password1!" is
// "password1" here, and "Summer2026!" is "summer".
func isCommonPassword(password string) bool {
	lower := strings.ToLower(password)
	core := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	word := strings.TrimFunc(lower, func(r rune) bool { return !unicode.IsLetter(r) })
	substituted := strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t")
	stem := strings.TrimRightFunc(core, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, candidate := range []string{lower, core, word, substituted.Replace(core), substituted.Replace(stem)} {
		if strings.Contains(commonPasswords, "\n"+candidate+"\n") || strings.Contains(contextWords, "\n"+candidate+"\n") {
			return true
		}
	}
	return false
}
