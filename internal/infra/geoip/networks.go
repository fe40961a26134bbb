package geoip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"linnet/internal/base/loop"
	"linnet/internal/core/visitor"
)

// Bounds of the operator's file. All providers together publish less than 100,000
// networks.
const (
	maxNetworks     = 500_000
	maxNetworkBytes = 32 << 20
	minBits4        = 8  // of an IPv4 network: a larger one is a mistake
	minBits6        = 16 // of an IPv6 network
	rereadEvery     = 10 * time.Second
)

// Networks recognizes the networks of search engines and social networks, as they
// publish them, and those of the operator's file. It detects bots that send a
// browser's user agent. It is a visitor.Networks and safe for concurrent use.
type Networks struct {
	crawlers prefixes
	path     string // of the file; empty: none
	listed   atomic.Pointer[listed]
}

// listed are the networks of a file.
type listed struct {
	version          string // of the file
	bots, exceptions prefixes
}

// OpenNetworks returns the networks. path names a file with further ones; empty: none.
// The error names the first invalid line.
func OpenNetworks(path string) (*Networks, error) {
	n := &Networks{path: path, crawlers: crawlers()}
	n.listed.Store(&listed{})
	if _, err := n.reread(); err != nil {
		return nil, err
	}
	return n, nil
}

// Reason returns visitor.BotAddress for an address of a crawler, visitor.BotNetwork for
// one of a listed network, and "" for others.
func (n *Networks) Reason(addr netip.Addr) visitor.BotReason {
	addr = addr.Unmap()
	if n.crawlers.contain(addr) {
		return visitor.BotAddress
	}
	if l := n.listed.Load(); l.bots.contain(addr) && !l.exceptions.contain(addr) {
		return visitor.BotNetwork
	}
	return ""
}

// Run reads the file again when it changes, until ctx ends. While it is invalid the
// earlier networks stay in use.
func (n *Networks) Run(ctx context.Context, log *slog.Logger) {
	if n.path == "" {
		return
	}
	loop.Task{Name: "reload of the networks of bots", Every: rereadEvery, Retry: time.Minute, Log: log, Do: func(ctx context.Context) error {
		changed, err := n.reread()
		if changed {
			l := n.listed.Load()
			log.InfoContext(ctx, "networks of bots loaded", "file", n.path, "networks", len(l.bots), "exceptions", len(l.exceptions))
		}
		return err
	}}.Run(ctx)
}

// reread reads the file unless it is unchanged.
func (n *Networks) reread() (changed bool, err error) {
	if n.path == "" {
		return false, nil
	}
	l, err := readNetworks(n.path, n.listed.Load().version)
	if err != nil {
		return false, fmt.Errorf("LINNET_BOT_NETWORKS: %w", err)
	}
	if l != nil {
		n.listed.Store(l)
	}
	return l != nil, nil
}

// readNetworks reads a file, nil if it has the version known.
func readNetworks(path, known string) (l *listed, err error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	version := fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
	if version == known {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(file, maxNetworkBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxNetworkBytes {
		return nil, fmt.Errorf("%s is larger than %d MiB", path, maxNetworkBytes>>20)
	}
	l, err = parseNetworks(path, string(text))
	if err != nil {
		return nil, err
	}
	l.version = version
	return l, nil
}

// parseNetworks parses a file: a network or an address a line, with "!" before it for an
// exception, and any text behind white space. Lines with "#" are comments.
func parseNetworks(path, text string) (*listed, error) {
	l := &listed{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		name, exception := strings.CutPrefix(fields[0], "!")
		network, err := parseNetwork(name)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		list := &l.bots
		if exception {
			list = &l.exceptions
		}
		if *list = append(*list, network); len(*list) > maxNetworks {
			return nil, fmt.Errorf("%s:%d: a file has at most %d networks", path, number, maxNetworks)
		}
	}
	l.bots, l.exceptions = disjoint(l.bots), disjoint(l.exceptions)
	return l, nil
}

func parseNetwork(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil || network.Addr().Is4In6() {
		return network, fmt.Errorf("%q is not a network; write it like 198.51.100.0/24 or 2001:db8::/32", text)
	}
	if least := map[bool]int{true: minBits4, false: minBits6}[network.Addr().Is4()]; network.Bits() < least {
		return network, fmt.Errorf("%s is too large; a network has at least /%d", text, least)
	}
	return network.Masked(), nil
}

// prefixes are sorted and disjoint networks.
type prefixes []netip.Prefix

// disjoint sorts networks and removes those within another one.
func disjoint(networks prefixes) prefixes {
	slices.SortFunc(networks, func(a, b netip.Prefix) int {
		return cmp.Or(a.Addr().Compare(b.Addr()), cmp.Compare(a.Bits(), b.Bits()))
	})
	kept := networks[:0]
	for _, n := range networks {
		if len(kept) == 0 || !kept[len(kept)-1].Overlaps(n) {
			kept = append(kept, n)
		}
	}
	return slices.Clip(kept)
}

// contain reports whether a network contains an address.
func (p prefixes) contain(addr netip.Addr) bool {
	i, found := slices.BinarySearchFunc(p, addr, func(n netip.Prefix, a netip.Addr) int { return n.Addr().Compare(a) })
	return found || i > 0 && p[i-1].Contains(addr)
}

// crawlers returns the published networks.
func crawlers() prefixes {
	var all prefixes
	for _, text := range published() {
		all = append(all, netip.MustParsePrefix(text))
	}
	return disjoint(all)
}
