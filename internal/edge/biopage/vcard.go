package biopage

import (
	"strings"

	"linnet/internal/core/page"
)

// vcard returns a contact in the format vCard 3.0 (RFC 2426), which all phones read.
func vcard(v *page.VCard) []byte {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			b.WriteString(name + ":" + value + "\r\n")
		}
	}
	line("BEGIN", "VCARD")
	line("VERSION", "3.0")
	line("N", vcardText(v.Name)+";;;;")
	line("FN", vcardText(v.Name))
	line("ORG", vcardText(v.Organization))
	line("EMAIL;TYPE=INTERNET", vcardText(v.Email))
	line("TEL", vcardText(v.Phone))
	line("URL", vcardText(v.URL))
	line("END", "VCARD")
	return []byte(b.String())
}

func vcardText(text string) string {
	return strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\r", "", "\n", "\\n").Replace(text)
}
