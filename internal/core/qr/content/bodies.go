package content

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Text is any text. Scanners show it.
type Text struct {
	Text string `json:"text" maxLength:"900"`
}

// URL is the address of a website, which is not a link of the workspace.
type URL struct {
	URL string `json:"url" maxLength:"900" doc:"http or https." example:"https://example.com/page"`
}

// WiFi are the credentials of a wireless network.
type WiFi struct {
	SSID     string `json:"ssid" doc:"The name of the network, at most 32 bytes."`
	Security string `json:"security,omitempty" enum:"wpa,wep,none" doc:"wpa for WPA to WPA3, which is also the default."`
	Password string `json:"password,omitempty" doc:"8 to 63 ASCII characters or 64 hexadecimal digits for wpa; 5 or 13 characters, or 10 or 26 hexadecimal digits for wep."`
	Hidden   bool   `json:"hidden,omitempty" doc:"True if the network does not send its name."`
}

// Email is a new mail.
type Email struct {
	To      string `json:"to" maxLength:"254"`
	Subject string `json:"subject,omitempty" maxLength:"100"`
	Body    string `json:"body,omitempty" maxLength:"900"`
}

// SMS is a new text message.
type SMS struct {
	Phone   string `json:"phone" doc:"A phone number, with the country code if it is to work abroad." example:"+49 30 1234567"`
	Message string `json:"message,omitempty" maxLength:"900"`
}

// Phone is a call.
type Phone struct {
	Phone string `json:"phone" doc:"A phone number, with the country code if it is to work abroad." example:"+49 30 1234567"`
}

// Location is a place on a map.
type Location struct {
	Latitude  *float64 `json:"latitude" minimum:"-90" maximum:"90" doc:"Degrees north." example:"52.516275"`
	Longitude *float64 `json:"longitude" minimum:"-180" maximum:"180" doc:"Degrees east." example:"13.377704"`
}

// Kind implements Body.
func (*Text) Kind() Kind { return KindText }

func (t *Text) check(c *checker) {
	c.lines("text", "A text", &t.Text, maxLongText)
	c.required("text", t.Text, "Enter the text of the code.")
}
func (t *Text) encode() string   { return t.Text }
func (t *Text) label() string    { return t.Text }
func (t *Text) search() []string { return []string{t.Text} }

// Kind implements Body.
func (*URL) Kind() Kind { return KindURL }

func (u *URL) check(c *checker) {
	c.web("url", &u.URL)
	c.required("url", u.URL, "Enter an address such as https://example.com/page.")
}
func (u *URL) encode() string { return u.URL }
func (u *URL) label() string {
	return strings.TrimPrefix(strings.TrimPrefix(u.URL, "https://"), "http://")
}
func (u *URL) search() []string { return []string{u.URL} }

// The protections of wireless networks.
const (
	wpa  = "wpa"
	wep  = "wep"
	open = "none"
)

// Kind implements Body.
func (*WiFi) Kind() Kind { return KindWiFi }

func (w *WiFi) check(c *checker) {
	c.bounds("ssid", "A network name", w.SSID, maxSSID)
	c.required("ssid", w.SSID, "Enter the name of the network.")
	if len(w.SSID) > maxSSID {
		c.add("ssid", fmt.Sprintf("A network name has at most %d bytes; this one has %d.", maxSSID, len(w.SSID)))
	}
	if strings.ContainsFunc(w.SSID, isControl) {
		c.add("ssid", "A network name cannot contain control characters.")
	}
	w.Security = cmp.Or(w.Security, wpa)
	if message := w.passwordError(); message != "" {
		c.add("password", message)
	}
	if w.Security != wpa && w.Security != wep && w.Security != open {
		c.add("security", "Use wpa, wep or none.")
	}
}

// passwordError returns what is wrong with the password; empty if nothing is.
func (w *WiFi) passwordError() string {
	n, hex := len(w.Password), isHex(w.Password)
	switch w.Security {
	case open:
		if n > 0 {
			return "A network without security has no password. Remove it, or choose the security."
		}
	case wpa:
		phrase, key := n >= 8 && n <= 63 && isPrintable(w.Password), n == 64 && hex
		if !phrase && !key {
			return "A WPA password has 8 to 63 letters, digits and symbols without accents, or 64 hexadecimal digits."
		}
	case wep:
		phrase, key := (n == 5 || n == 13) && isPrintable(w.Password), (n == 10 || n == 26) && hex
		if !phrase && !key {
			return "A WEP key has 5 or 13 letters, digits and symbols without accents, or 10 or 26 hexadecimal digits."
		}
	}
	return ""
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// isPrintable reports whether a text has printable ASCII characters only.
func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

func isHex(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
}

// encode follows the format of ZXing, which Android and iOS read.
func (w *WiFi) encode() string {
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `"`, `\"`, `:`, `\:`).Replace
	security := map[string]string{wpa: "WPA", wep: "WEP", open: "nopass"}[w.Security]
	text := "WIFI:T:" + security + ";S:" + escape(w.SSID) + ";"
	if w.Password != "" {
		text += "P:" + escape(w.Password) + ";"
	}
	if w.Hidden {
		text += "H:true;"
	}
	return text + ";"
}

func (w *WiFi) label() string    { return w.SSID }
func (w *WiFi) search() []string { return []string{"Wi-Fi", w.SSID} }

// Kind implements Body.
func (*Email) Kind() Kind { return KindEmail }

func (m *Email) check(c *checker) {
	c.email("to", &m.To)
	c.required("to", m.To, "Enter the email address of the recipient.")
	c.line("subject", "A subject", &m.Subject, maxName)
	c.lines("body", "A message", &m.Body, maxLongText)
}

// encode follows RFC 6068.
func (m *Email) encode() string {
	text := "mailto:" + strings.ReplaceAll(percent(m.To), "%40", "@")
	separator := "?"
	for _, part := range []struct{ name, value string }{{"subject", m.Subject}, {"body", m.Body}} {
		if part.value != "" {
			text += separator + part.name + "=" + percent(strings.ReplaceAll(part.value, "\n", "\r\n"))
			separator = "&"
		}
	}
	return text
}

func (m *Email) label() string    { return m.To }
func (m *Email) search() []string { return []string{m.To, m.Subject, m.Body} }

// percent encodes all bytes but the unreserved characters of RFC 3986.
func percent(text string) string {
	var b strings.Builder
	for i := range len(text) {
		ch := text[i]
		if ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= '0' && ch <= '9' || strings.IndexByte("-._~", ch) >= 0 {
			b.WriteByte(ch)
		} else {
			fmt.Fprintf(&b, "%%%02X", ch)
		}
	}
	return b.String()
}

// Kind implements Body.
func (*SMS) Kind() Kind { return KindSMS }

func (s *SMS) check(c *checker) {
	c.phone("phone", &s.Phone)
	c.required("phone", s.Phone, "Enter the phone number of the recipient.")
	c.lines("message", "A message", &s.Message, maxLongText)
}

// encode uses the scheme smsto, whose message is not escaped: iOS and Android disagree
// about the escaping of RFC 5724.
func (s *SMS) encode() string {
	if s.Message == "" {
		return "smsto:" + dialed(s.Phone)
	}
	return "smsto:" + dialed(s.Phone) + ":" + s.Message
}

func (s *SMS) label() string    { return s.Phone }
func (s *SMS) search() []string { return []string{s.Phone, dialed(s.Phone), s.Message} }

// Kind implements Body.
func (*Phone) Kind() Kind { return KindPhone }

func (p *Phone) check(c *checker) {
	c.phone("phone", &p.Phone)
	c.required("phone", p.Phone, "Enter a phone number such as +49 30 1234567.")
}

// encode follows RFC 3966.
func (p *Phone) encode() string   { return "tel:" + dialed(p.Phone) }
func (p *Phone) label() string    { return p.Phone }
func (p *Phone) search() []string { return []string{p.Phone, dialed(p.Phone)} }

// Kind implements Body.
func (*Location) Kind() Kind { return KindLocation }

func (l *Location) check(c *checker) {
	if l.Latitude == nil || !(*l.Latitude >= -90 && *l.Latitude <= 90) {
		c.add("latitude", "Enter a latitude of -90 to 90 degrees.")
	}
	if l.Longitude == nil || !(*l.Longitude >= -180 && *l.Longitude <= 180) {
		c.add("longitude", "Enter a longitude of -180 to 180 degrees.")
	}
}

// coordinates returns latitude and longitude to about 10 cm.
func (l *Location) coordinates(separator string) string {
	if l.Latitude == nil || l.Longitude == nil {
		return ""
	}
	degrees := func(v float64) string {
		text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0"), ".")
		if text == "-0" {
			return "0"
		}
		return text
	}
	return degrees(*l.Latitude) + separator + degrees(*l.Longitude)
}

// encode follows RFC 5870.
func (l *Location) encode() string   { return "geo:" + l.coordinates(",") }
func (l *Location) label() string    { return l.coordinates(", ") }
func (l *Location) search() []string { return []string{l.coordinates(",")} }
