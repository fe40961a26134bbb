package content

import (
	"fmt"
	"net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
)

// Bounds of fields, in characters.
const (
	maxName      = 100
	maxLongText  = 900
	maxEmail     = 254
	maxURL       = 900
	minDigits    = 2  // of a phone number: short numbers
	maxDigits    = 15 // ITU-T E.164
	maxSSID      = 32 // bytes, IEEE 802.11
	phoneSymbols = " +-./()"
)

// checker collects the field errors of a content.
type checker struct {
	field  string
	faults fault.List
}

func (c *checker) add(name, message string) { c.faults.Add(c.field+"."+name, message) }

// line normalizes and checks a text of one line.
func (c *checker) line(name, label string, value *string, limit int) {
	*value = strings.TrimSpace(norm.NFC.String(*value))
	c.bounds(name, label, *value, limit)
	if strings.ContainsFunc(*value, unicode.IsControl) {
		c.add(name, label+" cannot contain line breaks or control characters.")
	}
}

// lines normalizes and checks a text that may have line breaks.
func (c *checker) lines(name, label string, value *string, limit int) {
	*value = strings.TrimSpace(norm.NFC.String(strings.ReplaceAll(*value, "\r\n", "\n")))
	c.bounds(name, label, *value, limit)
	if strings.ContainsFunc(*value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		c.add(name, label+" cannot contain control characters.")
	}
}

func (c *checker) bounds(name, label, value string, limit int) {
	if !utf8.ValidString(value) {
		c.add(name, label+" is not valid UTF-8 text.")
	}
	if n := utf8.RuneCountInString(value); n > limit {
		c.add(name, fmt.Sprintf("%s has at most %d characters; this one has %d.", label, limit, n))
	}
}

// required reports an empty field.
func (c *checker) required(name, value, message string) {
	if value == "" {
		c.add(name, message)
	}
}

// email checks an email address, which may be empty.
func (c *checker) email(name string, value *string) {
	c.line(name, "An email address", value, maxEmail)
	if *value == "" {
		return
	}
	parsed, err := mail.ParseAddress(*value)
	if err != nil || parsed.Address != *value || parsed.Name != "" {
		c.add(name, "Enter an email address such as ada@example.com.")
	}
}

// phone checks a phone number, which may be empty.
func (c *checker) phone(name string, value *string) {
	c.line(name, "A phone number", value, maxName)
	if *value == "" {
		return
	}
	digits := 0
	for i, r := range *value {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case !strings.ContainsRune(phoneSymbols, r), r == '+' && i > 0:
			c.add(name, "Enter a phone number such as +49 30 1234567.")
			return
		}
	}
	if digits < minDigits || digits > maxDigits {
		c.add(name, fmt.Sprintf("A phone number has %d to %d digits.", minDigits, maxDigits))
	}
}

// dialed returns the digits of a phone number, with its plus sign.
func dialed(phone string) string {
	return strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, phone)
}

// web checks the URL of a website, which may be empty.
func (c *checker) web(name string, value *string) {
	c.line(name, "An address", value, maxURL)
	if *value == "" {
		return
	}
	u, err := url.Parse(*value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || strings.ContainsFunc(*value, unicode.IsSpace) {
		c.add(name, "Enter an address such as https://example.com/page.")
	}
}
