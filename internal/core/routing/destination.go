package routing

import (
	"regexp"
	"strings"

	"linnet/internal/core/utm"
	"linnet/internal/core/webhost"
)

// destination is one address that a link may send to, ready for its visitors.
type destination struct {
	raw   string // verbatim, with the link's UTM values merged in
	parts []part // the pieces between captures; nil without captures
}

// part is text, or a capture of the rest of a wildcard's path.
type part struct {
	text    string // when index < 0
	index   int    // which segment of the rest
	all     bool   // all segments from index on
	inQuery bool   // the capture stands behind "?"
}

// captureShape is {name} for one segment and {name*} for all that are left.
var captureShape = regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9_]*)(\*?)\}`)

// newDestination prepares address. Opaque addresses (mailto:, tel:) have no
// query that a campaign's values would belong to: they stay as they are.
func newDestination(address string, campaign utm.Params, captures bool) destination {
	if hierarchical(address) {
		address = MergeQuery(address, campaign.Query())
	}
	d := destination{raw: address}
	if captures {
		d.parts = captureParts(address)
	}
	return d
}

// folder returns the length of the part of the address that is the same for every
// visitor's path: up to the segment of the first capture, or the whole path.
func (d *destination) folder() int {
	if d.parts != nil {
		if before := d.parts[0].text; pathEnd(before) == len(before) {
			return strings.LastIndexAny(before, `/\`) + 1
		}
	}
	return pathEnd(d.raw)
}

func hierarchical(address string) bool {
	scheme, _, ok := strings.Cut(address, "://")
	return ok && scheme != "" && !strings.ContainsAny(scheme, "/?#")
}

// captureParts finds the captures after the authority: a visitor's path cannot
// change the host. The n-th new name captures the n-th segment.
func captureParts(address string) []part {
	if !hierarchical(address) {
		return nil
	}
	start := strings.Index(address, "://") + 3
	slash := strings.IndexAny(address[start:], "/?#")
	if slash < 0 {
		return nil
	}
	start += slash
	found := captureShape.FindAllStringSubmatchIndex(address[start:], -1)
	if found == nil {
		return nil
	}
	var parts []part
	names := map[string]int{}
	last := 0
	for _, m := range found {
		m0, m1 := start+m[0], start+m[1]
		name := address[start+m[2] : start+m[3]]
		if _, known := names[name]; !known {
			names[name] = len(names)
		}
		parts = append(parts, part{text: address[last:m0], index: -1},
			part{index: names[name], all: m[4] != m[5], inQuery: strings.Contains(address[:m0], "?")})
		last = m1
	}
	return append(parts, part{text: address[last:], index: -1})
}

// forward returns the address for a visit, and that address without the
// visitor's query.
func (d *destination) forward(v *Visit, path, query bool) (address, own string) {
	address = d.raw
	if path && (v.Rest != "" || d.parts != nil) {
		address = withoutDotSegments(d.forwardPath(v.Rest), d.folder())
	}
	own = address
	if query && v.Query != "" && hierarchical(address) {
		address = MergeQuery(address, v.Query)
	}
	return address, own
}

func (d *destination) forwardPath(rest string) string {
	if d.parts == nil {
		if !hierarchical(d.raw) {
			return d.raw
		}
		return joinPath(d.raw, rest)
	}
	var segments []string
	if rest != "" {
		segments = strings.Split(rest, "/")
	}
	used := 0
	var b strings.Builder
	for _, p := range d.parts {
		if p.index < 0 {
			b.WriteString(p.text)
			continue
		}
		from, to := min(p.index, len(segments)), min(p.index+1, len(segments))
		if p.all {
			to = len(segments)
		}
		used = max(used, to)
		value := strings.Join(segments[from:to], "/")
		if p.inQuery {
			value = queryValue(value)
		}
		b.WriteString(value)
	}
	if used == len(segments) {
		return b.String()
	}
	return joinPath(b.String(), strings.Join(segments[used:], "/"))
}

// queryValue escapes the characters that are plain in a path and special in a query.
func queryValue(segment string) string {
	return strings.NewReplacer("&", "%26", "+", "%2B", "#", "%23").Replace(segment)
}

// pathEnd returns the index of the query or the fragment of address, or its length.
func pathEnd(address string) int {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		return i
	}
	return len(address)
}

// withoutDotSegments returns address without the segments "." and ".." of its path from
// an index on, as browsers recognize them: escaped ones too, and with backslashes as
// slashes. A visitor's path thus never leads out of the folder of the destination.
func withoutDotSegments(address string, from int) string {
	end := pathEnd(address)
	var b strings.Builder
	kept := 0 // address[:kept] is in b
	for start := min(from, end); start < end; {
		next := end
		if i := strings.IndexAny(address[start:end], `/\`); i >= 0 {
			next = start + i + 1
		}
		if isDotSegment(strings.TrimRight(address[start:next], `/\`)) {
			b.WriteString(address[kept:start])
			kept = next
		}
		start = next
	}
	if kept == 0 {
		return address
	}
	b.WriteString(address[kept:])
	return b.String()
}

// isDotSegment reports whether browsers take a path segment for "." or "..".
func isDotSegment(segment string) bool {
	dots := 0
	for ; segment != ""; dots++ {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && strings.EqualFold(segment[:3], "%2e"):
			segment = segment[3:]
		default:
			return false
		}
	}
	return dots == 1 || dots == 2
}

// joinPath appends rest to the path of address, with one slash between.
func joinPath(address, rest string) string {
	end := pathEnd(address)
	path, tail := address[:end], address[end:]
	if strings.HasSuffix(path, "/") && !strings.HasSuffix(path, "://") {
		return path + rest + tail
	}
	return path + "/" + rest + tail
}

// Website returns the host that a web address leads to, in ASCII, so that
// neither a user name before it nor letters of another script pass for another
// host; "" for other addresses.
func Website(address string) string {
	if scheme, _, _ := strings.Cut(strings.ToLower(address), "://"); scheme != "http" && scheme != "https" {
		return ""
	}
	host, err := webhost.Of(address)
	if err != nil {
		return ""
	}
	return host.Name()
}
