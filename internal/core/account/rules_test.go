package account

import (
	"net/mail"
	"strings"
	"testing"
	"unicode"
)

// FuzzValidEmail checks that an accepted address is deliverable, and cannot end a
// header or a row.
func FuzzValidEmail(f *testing.F) {
	for _, seed := range []string{
		"ada@example.com", "Ada+news@mail.ex-ample.co.uk", "a.b.c@x.yz", "ada@localhost", "a@b@c.de", ".a@b.cd", "a..b@c.de", "a@-b.cd",
		"a@b-.cd", "a@b..cd", "\"a b\"@c.de", "a\r\nBcc: x@y.zz", "ä@b.cd", "a@b.c\x00d", "a@[192.0.2.1]", "a@xn--bcher-kva.example", "o'neil@x.ie", "<a@b.cd>", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !validEmail(text) {
			return
		}
		parsed, err := mail.ParseAddress(text)
		if err != nil || parsed.Address != text || parsed.Name != "" {
			t.Errorf("%q is valid, but the mailer reads %v (%v)", text, parsed, err)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r > unicode.MaxASCII }) {
			t.Errorf("%q is valid", text)
		}
	})
}

// Normalizing a number twice must not add a second country code.
func FuzzNormalPhone(f *testing.F) {
	f.Add("+33", "0612345678")
	f.Add("+1", "+15551234567")
	f.Add("+49", "0049 170 1234567")
	f.Fuzz(func(t *testing.T, code, entered string) {
		if !validCountryCode(code) {
			return
		}
		once := normalPhone(code, entered)
		if again := normalPhone(code, once); again != once {
			t.Errorf("%q became %q and then %q", entered, once, again)
		}
		if strings.HasPrefix(entered, "+") && once != entered {
			t.Errorf("%q was changed to %q", entered, once)
		}
		if rest, ok := strings.CutPrefix(once, code+"0"); ok && !strings.HasPrefix(entered, "+") {
			t.Errorf("%q has a leading zero before %q", entered, rest)
		}
	})
}

func TestNormalPhone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, code, entered, want string }{
		{"AC-131 a plus is left alone", "+33", "+4420 123", "+4420 123"},
		{"AC-132 one zero", "+33", "0612345678", "+33612345678"},
		{"AC-132 all zeros", "+49", "00491701234", "+49491701234"},
		{"AC-132 no zero", "+1", "5551234567", "+15551234567"},
	} {
		if got := normalPhone(c.code, c.entered); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
