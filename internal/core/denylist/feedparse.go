package denylist

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
)

// Bounds of the files of deny-lists.
const (
	MaxFeedBytes   = 20 << 20  // uncompressed
	MaxFeedEntries = 2_000_000 // of all lists together, at 8 bytes each
	maxFeedLine    = 8 << 10   // longer lines are skipped
	maxFeedDepth   = 32        // path segments of a destination that are compared
)

// ErrTooManyEntries is the error of a list with more entries than are allowed.
var ErrTooManyEntries = errors.New("denylist: too many entries")

// FeedContent is the parsed file of a deny-list.
type FeedContent struct {
	Keys    []uint64 // of the entries: sorted, without duplicates
	Skipped int      // lines that are neither an entry nor a comment
}

// key is the first 8 bytes of the SHA-256 of an entry. With two million entries, a
// destination that is on no list matches by chance once in 10^13 lookups.
func key(kind byte, text string) uint64 {
	var room [512]byte
	sum := sha256.Sum256(append(append(room[:0], kind), text...))
	return binary.BigEndian.Uint64(sum[:])
}

// Kinds of keys.
const (
	hostKey  = 'h' // a host and its subdomains
	pathKey  = 'p' // a host with the first segments of a path; only the host: all paths
	queryKey = 'q' // a host, a path and a query
)

// ParseFeed reads the file of a deny-list. A line is a host, a URL, or an address
// with hosts as in a hosts file. Text after # is a comment. A host stands for its
// subdomains, too; a URL for the paths below it, or, with a query, only for itself.
// Schemes and ports are ignored. ParseFeed returns ErrTooManyEntries above limit
// entries, and the errors of r.
func ParseFeed(r io.Reader, limit int) (FeedContent, error) {
	var content FeedContent
	lines := bufio.NewReaderSize(r, maxFeedLine)
	for first := true; ; first = false {
		line, whole, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return FeedContent{}, err
		}
		if first {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if !whole {
			content.Skipped++
		} else if keys, ok := entryKeys(string(line)); ok {
			content.Keys = append(content.Keys, keys...)
		} else {
			content.Skipped++
		}
		if len(content.Keys) > 2*limit {
			content.Keys = compactKeys(content.Keys)
		}
		if len(content.Keys) > 2*limit {
			return FeedContent{}, ErrTooManyEntries
		}
		if err != nil {
			break
		}
	}
	content.Keys = compactKeys(content.Keys)
	if len(content.Keys) > limit {
		return FeedContent{}, ErrTooManyEntries
	}
	return content, nil
}

func compactKeys(keys []uint64) []uint64 {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// readLine returns the next line, valid until the next call. whole is false for a
// line that is too long, whose rest is discarded.
func readLine(r *bufio.Reader) (line []byte, whole bool, err error) {
	line, err = r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, true, err
	}
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.ReadSlice('\n')
	}
	return nil, false, err
}

// entryKeys returns the keys of a line: none for a comment or a blank line. ok is
// false for a line that is not understood.
func entryKeys(line string) (keys []uint64, ok bool) {
	fields := strings.Fields(line)
	for i, field := range fields {
		if strings.HasPrefix(field, "#") {
			fields = fields[:i]
			break
		}
	}
	if len(fields) == 0 || strings.HasPrefix(fields[0], "!") || strings.HasPrefix(fields[0], "//") {
		return nil, true
	}
	if len(fields) == 1 {
		key, ok := entryKey(fields[0])
		if !ok {
			return nil, false
		}
		return []uint64{key}, true
	}
	if _, err := netip.ParseAddr(fields[0]); err != nil {
		return nil, false
	}
	for _, name := range fields[1:] { // a hosts file also names the machine itself
		if host, ok := feedHost(name); ok {
			keys = append(keys, key(hostKey, host))
		}
	}
	return keys, true
}

// entryKey returns the key of a host or a URL.
func entryKey(entry string) (uint64, bool) {
	scheme, _, isURL := strings.Cut(entry, "://")
	if isURL && !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return 0, false
	}
	if !isURL {
		if !strings.ContainsAny(entry, `/?\`) {
			host, ok := feedHost(strings.TrimPrefix(strings.TrimPrefix(entry, "*"), "."))
			return key(hostKey, host), ok
		}
		entry = "https://" + entry
	}
	d := parse(entry)
	if _, ok := feedHost(d.host); !ok {
		return 0, false
	}
	if d.query != "" {
		return key(queryKey, d.host+d.path+"?"+d.query), true
	}
	return key(pathKey, d.host+strings.TrimSuffix(d.path, "/")), true
}

// feedHost returns a host as destinations are compared with it. It returns false
// for names without a dot, such as localhost, and for addresses that no
// destination has.
func feedHost(name string) (string, bool) {
	host := Host(name)
	if addr, err := netip.ParseAddr(host); err == nil {
		return host, !addr.IsUnspecified() && !addr.IsLoopback()
	}
	if len(host) > 253 || !strings.Contains(host, ".") || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") {
		return "", false
	}
	for _, r := range host {
		if r != '.' && r != '-' && r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return "", false
		}
	}
	return host, true
}

// exceptionKeys returns the keys of the entries that an exception cancels: a host
// cancels the host and the URL of its root.
func exceptionKeys(pattern string) []uint64 {
	k, ok := entryKey(pattern)
	if !ok {
		return nil
	}
	if host, isHost := feedHost(pattern); isHost && !strings.ContainsAny(pattern, `/?\`) {
		return []uint64{k, key(pathKey, host)}
	}
	return []uint64{k}
}

// destinationKeys returns the keys of all entries that contain a destination.
func destinationKeys(address string) []uint64 {
	d := parse(address)
	if d.host == "" {
		return nil
	}
	keys := make([]uint64, 0, 16)
	if _, err := netip.ParseAddr(d.host); err == nil {
		keys = append(keys, key(hostKey, d.host))
	} else {
		for name, more := d.host, true; more; _, name, more = strings.Cut(name, ".") {
			keys = append(keys, key(hostKey, name))
		}
	}
	keys = append(keys, key(pathKey, d.host))
	path := strings.TrimSuffix(d.path, "/")
	depth := 0
	for i := 1; i <= len(path) && depth < maxFeedDepth; i++ {
		if i == len(path) || path[i] == '/' {
			keys = append(keys, key(pathKey, d.host+path[:i]))
			depth++
		}
	}
	if d.query != "" {
		keys = append(keys, key(queryKey, d.host+d.path+"?"+d.query))
	}
	return keys
}
