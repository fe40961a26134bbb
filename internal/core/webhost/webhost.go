// Package webhost parses the hosts of web addresses as browsers do (WHATWG URL
// Standard, host parsing), so that each spelling of a host is compared, stored and
// blocked in one form.
package webhost

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxLength bounds an authority, in bytes, because IDNA takes quadratic time. Names
// in the DNS have at most 253 bytes.
const maxLength = 1024

// Host is the host of a web address. Hosts that browsers resolve alike are equal,
// apart from their ports. The zero value is no host.
type Host struct {
	name string
	port string
	addr netip.Addr
}

// Name returns the name in ASCII and lower case, without a trailing dot. An IPv4
// address has four decimal numbers; an IPv6 address has no brackets, and one that
// stands for an IPv4 address is that address.
func (h Host) Name() string { return h.name }

// Port returns the port as it was stated, without leading zeros, or "".
func (h Host) Port() string { return h.port }

// Addr returns the IP address, or the zero Addr for a name.
func (h Host) Addr() netip.Addr { return h.addr }

// IsLoopback reports whether the host is this machine: localhost, a name below it,
// a loopback address, or the unspecified address, with which browsers connect to
// this machine.
func (h Host) IsLoopback() bool {
	if h.addr.IsValid() {
		return h.addr.IsLoopback() || h.addr.IsUnspecified()
	}
	return h.name == "localhost" || strings.HasSuffix(h.name, ".localhost")
}

// Stored returns the form in which domains are stored: the name, in brackets if it
// is an IPv6 address, and the port unless it is 80 or 443 ("localhost:8080").
func (h Host) Stored() string {
	name := h.name
	if h.addr.Is6() {
		name = "[" + name + "]"
	}
	if h.port == "" || h.port == "80" || h.port == "443" {
		return name
	}
	return name + ":" + h.port
}

// Parse returns the host of an authority: a host with an optional port, without user
// information. It returns an Error for an authority that browsers reject.
func Parse(authority string) (Host, error) {
	if len(authority) > maxLength {
		return Host{}, Error("The host of the address is too long.")
	}
	text, port, err := splitPort(authority)
	if err != nil {
		return Host{}, err
	}
	if inner, bracket := strings.CutPrefix(text, "["); bracket {
		addr, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return Host{}, Error("The IPv6 address in [ ] is not valid.")
		}
		return ofAddr(addr, port), nil
	}
	name, err := ascii(text)
	if err != nil {
		return Host{}, err
	}
	name = strings.TrimSuffix(name, ".")
	switch {
	case strings.Trim(name, ".") == "":
		return Host{}, Error("The address has no host.")
	case strings.HasSuffix(name, "."): // browsers accept it, resolvers do not
		return Host{}, Error("The host of the address ends with two dots.")
	}
	if !endsInNumber(name) {
		return Host{name: name, port: port}, nil
	}
	addr, ok := parseIPv4(name)
	if !ok {
		return Host{}, Error("The host ends in a number, but is not a valid IPv4 address.")
	}
	return ofAddr(addr, port), nil
}

// Of returns the host of a web address with its scheme. "\" equals "/", and user
// information information ends at the last "@". Unlike net/url it accepts addresses such as
// "https://example.com/%zz". It returns an Error as Parse does.
func Of(address string) (Host, error) { return Parse(authority(address)) }

// Requested returns the host of a Host header, or of the server name of a TLS
// handshake. Clients send both in ASCII: Requested returns an Error for a host that would
// have to be mapped or decoded, and as Parse does.
func Requested(raw string) (Host, error) {
	if strings.ContainsFunc(raw, func(r rune) bool { return r == '%' || r > unicode.MaxASCII }) {
		return Host{}, Error("The requested host is not in ASCII.")
	}
	return Parse(raw)
}

// RequestedName returns the name of a Requested host. A malformed one is returned in
// lower case, so that it matches no domain.
func RequestedName(raw string) string {
	host, err := Requested(raw)
	if err != nil {
		return strings.ToLower(raw)
	}
	return host.name
}

// Normal returns the Stored form of an authority. A malformed one
// is returned in lower case, so that it matches no domain.
func Normal(raw string) string {
	host, err := Parse(raw)
	if err != nil {
		return strings.ToLower(raw)
	}
	return host.Stored()
}

// Name returns the name of an authority. A malformed one is returned in lower case, so
// that it matches no domain.
func Name(raw string) string {
	host, err := Parse(raw)
	if err != nil {
		return strings.ToLower(raw)
	}
	return host.name
}

// IsLoopback reports whether a host is valid and this machine; see Host.IsLoopback.
func IsLoopback(raw string) bool {
	host, err := Parse(raw)
	return err == nil && host.IsLoopback()
}

// Unicode returns a host of Normal as people read it: labels of IDNA in Unicode. A
// host that is not IDNA is returned unchanged.
func Unicode(host string) string {
	if text, err := idna.Display.ToUnicode(host); err == nil {
		return text
	}
	return host
}

// authority returns the host and port of a web address.
func authority(address string) string {
	_, rest, _ := strings.Cut(address, ":")
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	return rest
}

// splitPort returns an authority without its port, and the port without leading
// zeros.
func splitPort(authority string) (host, port string, err error) {
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || colon < strings.LastIndexByte(authority, ']') {
		return authority, "", nil
	}
	host, text := authority[:colon], authority[colon+1:]
	if text == "" {
		return host, "", nil
	}
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil || strings.Trim(text, "0123456789") != "" {
		return "", "", Error("The port is not a number from 0 to 65535.")
	}
	return host, strconv.FormatUint(number, 10), nil
}

func ofAddr(addr netip.Addr, port string) Host {
	addr = addr.Unmap()
	return Host{name: addr.String(), port: port, addr: addr}
}

// browserIDNA maps names as browsers do, which accept more than registries (UTS 46
// with CheckHyphens, VerifyDnsLength and UseSTD3ASCIIRules off).
//
//nolint:gochecknoglobals // immutable
var browserIDNA = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false))

// ascii returns a name percent-decoded, mapped by IDNA and in ASCII.
func ascii(name string) (string, error) {
	if isPlain(name) {
		return name, nil
	}
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	mapped, err := browserIDNA.ToASCII(name)
	if err != nil || !utf8.ValidString(name) || strings.ContainsFunc(mapped, isForbidden) {
		return "", Error("The host of the address contains an invalid character.")
	}
	return mapped, nil
}

// isPlain reports whether a name is its own ASCII form: it has letters in lower case,
// digits, dots and hyphens only, and no label of IDNA.
func isPlain(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return !strings.Contains(name, "xn--")
}

// isForbidden reports whether r is a forbidden domain code point of the URL Standard.
func isForbidden(r rune) bool {
	return r > unicode.MaxASCII || unicode.IsControl(r) || strings.ContainsRune(" \"#%/:<>?@[\\]^`{|}", r)
}

// endsInNumber reports whether browsers read a name as an IPv4 address: its last
// label is a number.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	digits := "0123456789"
	if rest, hex := strings.CutPrefix(last, "0x"); hex {
		last, digits = rest+"0", "0123456789abcdef"
	}
	return last != "" && strings.Trim(last, digits) == ""
}

// parseIPv4 returns the address of up to four numbers, of which the last one fills
// the remaining bytes.
func parseIPv4(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var bits uint64
	for i, part := range parts {
		number, ok := parseNumber(part)
		if !ok {
			return netip.Addr{}, false
		}
		if i < len(parts)-1 {
			if number > 255 {
				return netip.Addr{}, false
			}
			bits |= number << (24 - 8*i)
			continue
		}
		if number >= 1<<(8*(5-len(parts))) {
			return netip.Addr{}, false
		}
		bits |= number
	}
	return netip.AddrFrom4([4]byte{byte(bits >> 24), byte(bits >> 16), byte(bits >> 8), byte(bits)}), true
}

// parseNumber returns a part of an IPv4 address: decimal, octal after "0" or
// hexadecimal after "0x". "0x" alone is 0.
func parseNumber(part string) (uint64, bool) {
	base := 10
	if rest, hex := strings.CutPrefix(part, "0x"); hex {
		part, base = rest, 16
		if part == "" {
			return 0, true
		}
	} else if rest, octal := strings.CutPrefix(part, "0"); octal && rest != "" {
		part, base = rest, 8
	}
	if strings.ContainsAny(part, "_+-") {
		return 0, false
	}
	number, err := strconv.ParseUint(part, base, 64)
	return number, err == nil
}

// Error is why an authority has no host: a sentence for people.
type Error string

// Error returns the sentence.
func (e Error) Error() string { return string(e) }
