// Package content describes the static contents of QR codes: what a code holds
// instead of the short URL of a link. A printed static code can neither be changed
// nor counted.
//
// Clients send typed fields, never formats, so that escaping is right and an error
// names its field: plain text, URL, vCard 3.0 (RFC 2426) or 4.0 (RFC 6350), WIFI: of
// ZXing, mailto: (RFC 6068), smsto:, tel: (RFC 3966), an iCalendar event (RFC 5545) and
// geo: (RFC 5870), at most 1,000 bytes encoded. SMS is smsto: because iOS and Android
// disagree about the escaping of the body of sms:. Network names that look like
// hexadecimal numbers are not quoted: Android's scanner reads the quotes as part of the
// name. The password of a network is readable with the permission to read codes, as it
// is with any phone that scans the code.
package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// MaxText is the length of the longest encoded content, in bytes. Larger codes are
// too dense to scan from paper.
const MaxText = 1000

// Kind is the kind of a content. The values are part of the API.
type Kind string

// The kinds.
const (
	KindText     Kind = "text"
	KindURL      Kind = "url"
	KindVCard    Kind = "vcard"
	KindWiFi     Kind = "wifi"
	KindEmail    Kind = "email"
	KindSMS      Kind = "sms"
	KindPhone    Kind = "phone"
	KindEvent    Kind = "event"
	KindLocation Kind = "location"
)

// Body has the fields of contents of one kind.
type Body interface {
	Kind() Kind
	// check normalizes the fields and reports their errors.
	check(c *checker)
	// encode returns the text of the code, for valid fields.
	encode() string
	// label returns what people recognize the content by, without secrets.
	label() string
	// search returns the texts that a search finds, without secrets.
	search() []string
}

// Bodies returns an empty body of each kind, in the order in which they are offered.
func Bodies() []Body {
	return []Body{&URL{}, &Text{}, &VCard{}, &WiFi{}, &Email{}, &SMS{}, &Phone{}, &Event{}, &Location{}}
}

// Content is the static content of a code. The zero value is none. Its JSON form is
// an object with the type and the fields of its body; none is null.
type Content struct{ Body Body }

// IsZero reports whether there is no content.
func (c Content) IsZero() bool { return c.Body == nil }

// Text returns what the code encodes; empty without a content. The content is valid.
func (c Content) Text() string {
	if c.Body == nil {
		return ""
	}
	return c.Body.encode()
}

// maxLabel is the length of a label in characters.
const maxLabel = 60

// Label returns what people recognize the content by, at most 60 characters, such as
// the name of a network. It has no secrets.
func (c Content) Label() string {
	if c.Body == nil {
		return ""
	}
	label := strings.Join(strings.Fields(c.Body.label()), " ")
	if utf8.RuneCountInString(label) > maxLabel {
		label = string([]rune(label)[:maxLabel-1]) + "…"
	}
	return label
}

// SearchText returns the text in which a search finds the content. It has no secrets.
func (c Content) SearchText() string {
	if c.Body == nil {
		return ""
	}
	return strings.Join(c.Body.search(), "\n")
}

// Equal reports whether two contents have the same fields.
func (c Content) Equal(other Content) bool {
	a, errA := json.Marshal(c)
	b, errB := json.Marshal(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// MarshalJSON encodes the type and the body as one object.
func (c Content) MarshalJSON() ([]byte, error) {
	if c.Body == nil {
		return []byte("null"), nil
	}
	body, err := json.Marshal(c.Body)
	if err != nil {
		return nil, fmt.Errorf("encode a static content: %w", err)
	}
	head := `{"type":"` + string(c.Body.Kind()) + `"`
	if len(body) > len("{}") {
		head += ","
	}
	return append([]byte(head), body[1:]...), nil
}

// UnmarshalJSON decodes a content and does not check its fields. It returns Invalid
// with the name of a field that it cannot decode.
func (c *Content) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		*c = Content{}
		return nil
	}
	var head struct {
		Type Kind `json:"type"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return decodeFault(err)
	}
	for _, body := range Bodies() {
		if body.Kind() != head.Type {
			continue
		}
		if err := json.Unmarshal(raw, body); err != nil {
			return decodeFault(err)
		}
		*c = Content{body}
		return nil
	}
	return fault.New(fault.Invalid, "Use a type of text, url, vcard, wifi, email, sms, phone, event or location.").At(".type")
}

// decodeFault returns the fault of a content that cannot be decoded.
func decodeFault(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return fault.New(fault.Invalid, "This value has the wrong type.").At("." + wrong.Field)
	}
	return fault.New(fault.Invalid, "This content cannot be read. Check its fields; times are written as 2026-04-01T12:00:00Z.").At("")
}

// Decode decodes a content of a request and validates it. field is its name in the
// request. It returns Invalid with every field error, at names such as
// "staticContent.ssid".
func Decode(raw []byte, field string) (Content, error) {
	var c Content
	var faults fault.List
	if err := c.UnmarshalJSON(raw); err != nil {
		faults.AddErr(field, err)
		return c, faults.Err()
	}
	if c.IsZero() {
		return c, nil
	}
	check := checker{field: field}
	c.Body.check(&check)
	if check.faults.Err() == nil {
		if n := len(c.Text()); n > MaxText {
			check.faults.Add(field, fmt.Sprintf("A code of this content has %d bytes, and a QR code holds %d. Shorten a text.", n, MaxText))
		}
	}
	return c, check.faults.Err()
}
