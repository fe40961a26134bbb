package geoip

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/core/visitor"
)

func TestNetworks_RecognizesCrawlers(t *testing.T) {
	t.Parallel()
	n, err := OpenNetworks("")
	if err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[string]bool{
		"66.249.64.0": true, "66.249.79.1": true, "66.249.79.255": true, "66.249.80.0": false, "192.178.5.31": true, "192.178.5.32": false, "66.249.63.255": false,
		"::ffff:66.249.66.1": true, "2001:4860:4801:10::1": true, "2001:4860:4860::8888": false,
		"2a03:2880:f0::1": true, "199.16.159.255": true, "46.4.0.1": false, "0.0.0.1": false, "ff00::1": false,
	} {
		if got := n.Reason(netip.MustParseAddr(addr)); (got == visitor.BotAddress) != want {
			t.Errorf("%s: %q", addr, got)
		}
	}
	if got, want := len(n.crawlers), len(published()); got != want {
		t.Errorf("%d of %d networks are disjoint", got, want)
	}
}

func TestNetworks_ReadsTheOperatorsFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "networks.txt")
	write(t, path, "# data centers\r\n\n198.51.100.7/24\tExample Cloud\n198.51.100.128/25 # within the one before\n203.0.113.9\n"+
		"2001:db8::/32 Example\n66.249.64.0/24\n!198.51.100.64/26 a relay\n! 2001:db8:1::/48\n!2001:db8:2::/48\n")
	if _, err := OpenNetworks(path); err == nil || !strings.Contains(err.Error(), path+":9: ") {
		t.Errorf("an exclamation mark alone: %v", err)
	}
	write(t, path, strings.Replace(readAll(t, path), "! 2001:db8:1::/48\n", "", 1))
	n, err := OpenNetworks(path)
	if err != nil {
		t.Fatal(err)
	}
	for addr, want := range map[string]visitor.BotReason{
		"198.51.100.0": visitor.BotNetwork, "198.51.100.200": visitor.BotNetwork, "198.51.101.0": "", "198.51.100.64": "", "198.51.100.127": "",
		"198.51.100.128": visitor.BotNetwork, "203.0.113.9": visitor.BotNetwork, "203.0.113.8": "", "::ffff:203.0.113.9": visitor.BotNetwork,
		"2001:db8::1": visitor.BotNetwork, "2001:db8:2::1": "", "2001:db9::": "", "66.249.64.1": visitor.BotAddress,
	} {
		if got := n.Reason(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %q, want %q", addr, got, want)
		}
	}
}

func TestOpenNetworks_NamesTheInvalidLine(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "networks.txt")
	for text, want := range map[string]string{
		"198.51.100.0/24\n10.0.0/8\n": `:2: "10.0.0/8" is not a network; write it like 198.51.100.0/24 or 2001:db8::/32`,
		"Example 198.51.100.0/24":     ":1: ", "0.0.0.0/0": "is too large; a network has at least /8", "::/0": "at least /16", "::ffff:1.2.3.4/120": "not a network",
		"198.51.100.0/33": "not a network", "fe80::1%eth0": "not a network",
		strings.Repeat("198.51.100.1\n", maxNetworks+1):                  "at most 500000 networks",
		strings.Repeat(strings.Repeat("#", 1<<20)+"\n", 32) + "# and on": "is larger than 32 MiB",
	} {
		write(t, path, text)
		if _, err := OpenNetworks(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "LINNET_BOT_NETWORKS") {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	if _, err := OpenNetworks(path + ".missing"); err == nil {
		t.Error("a missing file was opened")
	}
}

func TestNetworks_ReadsTheFileAgainWhenItChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "networks.txt")
	write(t, path, "198.51.100.0/24\n")
	n, err := OpenNetworks(path)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := n.reread(); changed || err != nil {
		t.Errorf("an unchanged file: %v, %v", changed, err)
	}
	write(t, path, "203.0.113.0/24 and more\n")
	if changed, err := n.reread(); !changed || err != nil {
		t.Errorf("a changed file: %v, %v", changed, err)
	}
	listed, former := netip.MustParseAddr("203.0.113.1"), netip.MustParseAddr("198.51.100.1")
	if n.Reason(listed) == "" || n.Reason(former) != "" {
		t.Error("the changed file has no effect")
	}
	write(t, path, "nonsense that is longer\n")
	if _, err := n.reread(); err == nil || n.Reason(listed) == "" {
		t.Errorf("an invalid file: %v; the earlier networks must stay in use", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func BenchmarkNetworks_Reason(b *testing.B) {
	n := &Networks{crawlers: crawlers()}
	var all prefixes
	for i := range 100_000 {
		all = append(all, netip.PrefixFrom(netip.AddrFrom4([4]byte{byte(100 + i>>16), byte(i >> 8), byte(i), 0}), 24))
	}
	n.listed.Store(&listed{bots: disjoint(all)})
	addr := netip.MustParseAddr("100.200.7.1")
	b.ReportAllocs()
	for b.Loop() {
		n.Reason(addr)
	}
}
