package domain

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// NormalHost returns a Host header or the authority of a URL in the form in which
// domains are stored: lower case, in ASCII (IDNA), without a trailing dot and without
// port 80 or 443. Another port is part of the host ("localhost:8080"). A malformed host is
// returned in lower case.
func NormalHost(raw string) string {
	host := strings.ToLower(raw)
	name, port, ok := splitHost(host)
	if !ok {
		return host
	}
	if strings.HasPrefix(host, "[") {
		name = "[" + name + "]"
	} else if strings.IndexFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 {
		name, _ = CanonicalHost(name)
	}
	if port == "" || port == "80" || port == "443" {
		return name
	}
	return name + ":" + port
}

// HostName returns the name of a Host header in lower case, without port, brackets
// and trailing dot. A malformed host is returned in lower case, so that it matches
// no domain.
func HostName(raw string) string {
	host := strings.ToLower(raw)
	if name, _, ok := splitHost(host); ok {
		return name
	}
	return host
}

// CanonicalHost returns the authority of a URL, without user information, as
// browsers resolve it: percent-decoded, mapped by IDNA (UTS 46), in ASCII, without
// brackets and trailing dot. port is "" when there is none. A name that browsers do
// not resolve is returned in lower case.
func CanonicalHost(authority string) (name, port string) {
	if decoded, err := url.PathUnescape(authority); err == nil {
		authority = decoded
	}
	authority = strings.ToLower(authority)
	name, port, _ = splitHost(authority)
	if strings.HasPrefix(authority, "[") {
		return name, port
	}
	if ascii, err := browserIDNA.ToASCII(name); err == nil {
		name = ascii
	}
	return strings.TrimSuffix(name, "."), port // IDNA maps other full stops to "."
}

// splitHost returns the name of a host without brackets and trailing dot, and its
// port. ok is false when the brackets are not closed or the port is not a number
// of at most five digits.
func splitHost(host string) (name, port string, ok bool) {
	if rest, bracket := strings.CutPrefix(host, "["); bracket {
		name, after, closed := strings.Cut(rest, "]")
		port, hasPort := strings.CutPrefix(after, ":")
		return name, port, closed && isPort(port) && (hasPort || port == "")
	}
	name, port, _ = strings.Cut(host, ":")
	return strings.TrimSuffix(name, "."), port, isPort(port)
}

// isPort reports whether text is a port: at most five digits, or empty.
func isPort(text string) bool { return len(text) <= 5 && strings.Trim(text, "0123456789") == "" }

// browserIDNA maps names as browsers do, which accept more than registries.
//
//nolint:gochecknoglobals // immutable
var browserIDNA = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false))

// IsLoopback reports whether a name from HostName or CanonicalHost is this machine:
// localhost, a name below it, a loopback address, or the unspecified address, with
// which browsers connect to this machine.
func IsLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && (addr.Unmap().IsLoopback() || addr.IsUnspecified())
}

// Authority returns the host and port of a web address as browsers parse it: "\"
// equals "/", and user information ends at the last "@". Unlike net/url it accepts
// destinations such as "https://example.com/%zz".
func Authority(address string) string {
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

// UnicodeHost returns a host of NormalHost as people read it: labels of IDNA in
// Unicode. A host that is not IDNA is returned unchanged.
func UnicodeHost(host string) string {
	if unicode, err := idna.Display.ToUnicode(host); err == nil {
		return unicode
	}
	return host
}
