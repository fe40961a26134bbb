package domain

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// NormalHost returns a Host header or the authority of a URL in the one form that
// domains are kept and found in: lower case, no trailing dot, no port that the
// scheme implies. A port that stays is part of the host ("localhost:8080").
func NormalHost(raw string) string {
	host := strings.ToLower(raw)
	for _, implied := range []string{":80", ":443"} {
		if name, ok := strings.CutSuffix(host, implied); ok && (!strings.Contains(name, ":") || strings.HasSuffix(name, "]")) {
			host = name
			break
		}
	}
	name, port, hasPort := strings.Cut(host, ":")
	if name = strings.TrimSuffix(name, "."); hasPort {
		return name + ":" + port
	}
	return name
}

// CanonicalHost returns the authority of a URL, user information apart, as browsers
// resolve it: percent-decoded, mapped as IDNA (UTS 46) says, in ASCII, without
// a trailing dot. The port is returned apart, "" when there is none. A name that
// no browser resolves is returned in lower case.
func CanonicalHost(authority string) (name, port string) {
	if decoded, err := url.PathUnescape(authority); err == nil {
		authority = decoded
	}
	authority = strings.ToLower(authority)
	if rest, ok := strings.CutPrefix(authority, "["); ok {
		name, port, _ = strings.Cut(rest, "]")
		return name, strings.TrimPrefix(port, ":")
	}
	name, port, _ = strings.Cut(authority, ":")
	if ascii, err := browserIDNA.ToASCII(name); err == nil {
		name = ascii
	}
	return strings.TrimSuffix(name, "."), port
}

// browserIDNA maps names as browsers do, which accept more than registries.
//
//nolint:gochecknoglobals // immutable
var browserIDNA = idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false))

// IsLoopback reports whether a name from CanonicalHost is this machine's own.
func IsLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && (addr.Unmap().IsLoopback() || addr.IsUnspecified())
}

// Authority returns the host and port of a web address as browsers read it: they
// take "\" for "/", and what stands before the last "@" for a user's name. It
// is lenient where net/url is not, because a destination may hold what that
// refuses, such as "%zz".
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
