package denylist

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Kind is the kind of a rule.
type Kind string

// The kinds.
const (
	HostKind    Kind = "host"    // one host
	DomainKind  Kind = "domain"  // a host and its subdomains
	PrefixKind  Kind = "prefix"  // a host and the start of a path
	PatternKind Kind = "pattern" // host, path and query with * for any characters, ignoring case
)

// Bounds of rules.
const (
	MaxRules    = 10_000
	MaxPatterns = 100 // rules of PatternKind: each is compared with each destination
	MaxPattern  = 500 // characters of a rule
	MaxReason   = 500
	minLiteral  = 4 // characters of a pattern that are not *
)

// Rule blocks destinations.
type Rule struct {
	ID        string
	Kind      Kind
	Pattern   string // as Normalize returns it
	Reason    string // for operators
	CreatedBy string // id of the operator; empty: a command
	CreatedAt time.Time
}

// Normalize returns the pattern of a rule in the form in which it is stored and
// compared, or an Invalid fault at "kind" or "pattern".
func Normalize(kind Kind, pattern string) (string, error) {
	pattern = strings.TrimSpace(pattern)
	invalid := func(format string, args ...any) (string, error) {
		return "", fault.New(fault.Invalid, fmt.Sprintf(format, args...)).At("pattern")
	}
	if utf8.RuneCountInString(pattern) > MaxPattern {
		return invalid("Use at most %d characters.", MaxPattern)
	}
	switch kind {
	case HostKind, DomainKind:
		host := Host(strings.TrimPrefix(pattern, "*."))
		if host == "" || strings.ContainsAny(host, " /*?#@") || len(host) > 253 {
			return invalid("%q is not a host, such as evil.example.", pattern)
		}
		return host, nil
	case PrefixKind:
		if !strings.Contains(pattern, "://") {
			pattern = "https://" + pattern
		}
		d := parse(pattern)
		if d.host == "" || strings.ContainsAny(d.host, " *?#@") || d.query != "" {
			return invalid("%q is not a host with the start of a path, such as evil.example/login.", pattern)
		}
		return d.host + d.path, nil
	case PatternKind:
		if utf8.RuneCountInString(strings.ReplaceAll(pattern, "*", "")) < minLiteral {
			return invalid("A pattern needs at least %d characters besides *.", minLiteral)
		}
		normal, ok := normalizeGlob(pattern)
		if !ok {
			return invalid("%q matches no address. Enter a host and a path, such as evil.example/*login*; "+
				"a part of a host with letters such as ü cannot contain *.", pattern)
		}
		return normal, nil
	}
	return "", fault.New(fault.Invalid, "Choose one of: host, domain, prefix, pattern.").At("kind")
}

// maxCompared is the number of bytes of a destination that patterns are compared
// with.
const maxCompared = 2048

// destination is a parsed URL, as rules are compared with it.
type destination struct {
	host  string // see Host
	path  string // decoded, without dot segments; at least "/"
	query string
}

// parse returns the parts of a URL. It accepts everything that Host does.
func parse(address string) destination {
	d := destination{host: Host(address), path: "/"}
	_, rest, _ := strings.Cut(address, ":")
	rest = strings.TrimLeft(rest, `/\`)
	rest, _, _ = strings.Cut(rest, "#")
	rest, d.query, _ = strings.Cut(rest, "?")
	start := strings.IndexAny(rest, `/\`)
	if start < 0 {
		return d
	}
	raw := strings.ReplaceAll(rest[start:], `\`, "/")
	if decoded, err := url.PathUnescape(raw); err == nil {
		raw = decoded
	}
	d.path = path.Clean(raw)
	if strings.HasSuffix(raw, "/") && d.path != "/" {
		d.path += "/"
	}
	return d
}

// text returns the text that patterns are compared with.
func (d destination) text() string {
	text := d.host + d.path
	if d.query != "" {
		text += "?" + d.query
	}
	return strings.ToLower(text[:min(len(text), maxCompared)])
}

// rules are the compiled rules. They are immutable.
type rules struct {
	hosts, domains map[string]string   // pattern to the id of the rule
	prefixes       map[string][]prefix // by host
	patterns       []glob
}

type prefix struct{ path, id string }

// compile returns the compiled form of rules.
func compile(all []Rule) *rules {
	r := &rules{hosts: map[string]string{}, domains: map[string]string{}, prefixes: map[string][]prefix{}}
	for _, rule := range all {
		// A rule of an earlier version may have another form of the same pattern.
		if normal, err := Normalize(rule.Kind, rule.Pattern); err == nil {
			rule.Pattern = normal
		}
		switch rule.Kind {
		case HostKind:
			r.hosts[rule.Pattern] = rule.ID
		case DomainKind:
			r.domains[rule.Pattern] = rule.ID
		case PrefixKind:
			host, rest, _ := strings.Cut(rule.Pattern, "/")
			r.prefixes[host] = append(r.prefixes[host], prefix{path: "/" + rest, id: rule.ID})
		case PatternKind:
			r.patterns = append(r.patterns, newGlob(rule))
		}
	}
	return r
}

// match returns the id of a rule that blocks the URL, or "".
func (r *rules) match(address string) string {
	if len(r.hosts)+len(r.domains)+len(r.prefixes)+len(r.patterns) == 0 {
		return ""
	}
	host := Host(address)
	if host == "" {
		return ""
	}
	if id, ok := r.hosts[host]; ok {
		return id
	}
	for name, more := host, true; more; _, name, more = strings.Cut(name, ".") {
		if id, ok := r.domains[name]; ok {
			return id
		}
	}
	below := r.prefixes[host]
	if len(below)+len(r.patterns) == 0 {
		return ""
	}
	d := parse(address)
	for _, p := range below {
		if strings.HasPrefix(d.path, p.path) {
			return p.id
		}
	}
	text := d.text()
	for _, g := range r.patterns {
		if g.matches(text) {
			return g.id
		}
	}
	return ""
}

// normalizeGlob returns a pattern in the form of destination.text: without a scheme, in
// lower case, and with the labels of its host in ASCII. ok is false for a pattern that no
// destination matches.
func normalizeGlob(pattern string) (normal string, ok bool) {
	pattern = strings.ToLower(pattern)
	pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "http://"), "https://")
	host, path, hasPath := strings.Cut(pattern, "/")
	if hasPath {
		path = "/" + path
	}
	if !strings.Contains(host, "*") {
		host = Host(host)
		return host + path, host != "" && hasPath // each destination has a path
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		if labels[i] = Host(label); labels[i] == "" || strings.Contains(label, "*") {
			return "", false
		}
	}
	host = strings.Join(labels, ".")
	start, _, _ := strings.Cut(host, "*") // what follows * may be of the path
	return host + path, strings.Trim(start, "abcdefghijklmnopqrstuvwxyz0123456789.-_") == ""
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// glob is a pattern whose only wildcard is *. It matches in linear time.
type glob struct {
	id         string
	start, end string   // literals at both ends
	pieces     []string // literals in between, in order
	exact      bool     // without a wildcard
}

func newGlob(r Rule) glob {
	parts := strings.Split(r.Pattern, "*")
	if len(parts) == 1 {
		return glob{id: r.ID, start: parts[0], exact: true}
	}
	return glob{id: r.ID, start: parts[0], pieces: parts[1 : len(parts)-1], end: parts[len(parts)-1]}
}

func (g *glob) matches(text string) bool {
	if g.exact {
		return text == g.start
	}
	rest, ok := strings.CutPrefix(text, g.start)
	if !ok {
		return false
	}
	for _, piece := range g.pieces {
		if _, rest, ok = strings.Cut(rest, piece); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, g.end)
}
