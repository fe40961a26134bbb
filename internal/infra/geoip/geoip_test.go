package geoip

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxmind/mmdbwriter"
	"github.com/maxmind/mmdbwriter/mmdbtype"

	"linnet/internal/core/visitor"
)

func open(t *testing.T, path string) *Locator {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func TestLocator_FindsCountriesWithoutAFile(t *testing.T) {
	t.Parallel()
	l := open(t, "")
	de := visitor.Place{Country: "DE", Continent: "EU"}
	us := visitor.Place{Country: "US", Continent: "NA"}
	for name, tt := range map[string]struct {
		addr string
		want visitor.Place
	}{
		"a host in Germany":   {"46.4.0.1", de},
		"the same in IPv6":    {"2a01:4f8::1", de},
		"mapped":              {"::ffff:46.4.0.1", de},
		"the United States":   {"8.8.8.8", us},
		"Japan":               {"133.11.0.1", visitor.Place{Country: "JP", Continent: "AS"}},
		"Brazil":              {"200.160.2.3", visitor.Place{Country: "BR", Continent: "SA"}},
		"a private network":   {"192.168.1.4", visitor.Place{}},
		"a home router":       {"10.0.0.1", visitor.Place{}},
		"behind a carrier":    {"100.64.3.2", visitor.Place{}},
		"this machine":        {"127.0.0.1", visitor.Place{}},
		"this machine, IPv6":  {"::1", visitor.Place{}},
		"unique local":        {"fd00::1", visitor.Place{}},
		"link local":          {"fe80::1", visitor.Place{}},
		"documentation":       {"203.0.113.7", visitor.Place{}},
		"documentation, IPv6": {"2001:db8::1", visitor.Place{}},
		"everybody":           {"224.0.0.1", visitor.Place{}},
	} {
		if diff := cmp.Diff(tt.want, l.Locate(netip.MustParseAddr(tt.addr))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if (l.Locate(netip.Addr{}) != visitor.Place{}) {
		t.Error("no address is somewhere")
	}
	if !strings.Contains(l.Attribution(), "IP2Location LITE") {
		t.Errorf("attribution: %q", l.Attribution())
	}
}

func TestContinent_CoversEveryCountry(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if c := visitor.Continent(string(a) + string(b)); c != "" {
				seen[c]++
			}
		}
	}
	total := 0
	for _, n := range seen {
		total += n
	}
	if total != 250 || len(seen) != 7 { // ISO 3166-1 has 249; Kosovo's XK is in use beside it
		t.Errorf("%d countries: %v", total, seen)
	}
	for _, c := range visitor.EU() {
		if got := visitor.Continent(c); got != "EU" && c != "CY" {
			t.Errorf("%s is in %q", c, got)
		}
	}
	for _, none := range []string{"", "ZZ", "D", "DEU", " D", "E "} {
		if got := visitor.Continent(none); got != "" {
			t.Errorf("%q is in %q", none, got)
		}
	}
}

// writeCities writes an .mmdb file in the format of MaxMind.
func writeCities(t *testing.T, kind string) string {
	t.Helper()
	tree, err := mmdbwriter.New(mmdbwriter.Options{DatabaseType: kind, RecordSize: 24})
	if err != nil {
		t.Fatal(err)
	}
	for network, r := range map[string]mmdbtype.Map{
		"46.4.0.0/16": {
			"continent":    mmdbtype.Map{"code": mmdbtype.String("EU")},
			"country":      mmdbtype.Map{"iso_code": mmdbtype.String("DE")},
			"subdivisions": mmdbtype.Slice{mmdbtype.Map{"iso_code": mmdbtype.String("SN")}, mmdbtype.Map{"iso_code": mmdbtype.String("X")}},
			"city":         mmdbtype.Map{"names": mmdbtype.Map{"en": mmdbtype.String("Falkenstein"), "de": mmdbtype.String("no")}},
		},
		"133.11.0.0/16": {"country": mmdbtype.Map{"iso_code": mmdbtype.String("JP")}},
		"84.128.0.0/16": {
			"country":      mmdbtype.Map{"iso_code": mmdbtype.String("DE")},
			"subdivisions": mmdbtype.Slice{mmdbtype.Map{"names": mmdbtype.Map{"en": mmdbtype.String("Bavaria")}}},
		},
		"84.129.0.0/16": {
			"country":      mmdbtype.Map{"iso_code": mmdbtype.String("DE")},
			"subdivisions": mmdbtype.Slice{mmdbtype.Map{"names": mmdbtype.Map{"en": mmdbtype.String("The South")}}},
		},
	} {
		_, n, err := net.ParseCIDR(network)
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Insert(n, r); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "cities.mmdb")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := tree.WriteTo(file); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLocator_FindsCitiesInTheOperatorsFile(t *testing.T) {
	t.Parallel()
	l := open(t, writeCities(t, "GeoLite2-City"))
	for name, tt := range map[string]struct {
		addr string
		want visitor.Place
	}{
		"a city":             {"46.4.9.9", visitor.Place{Country: "DE", Region: "DE-SN", City: "Falkenstein", Continent: "EU"}},
		"a region by name":   {"84.128.0.1", visitor.Place{Country: "DE", Region: "DE-BY", Continent: "EU"}},
		"a name of none":     {"84.129.0.1", visitor.Place{Country: "DE", Continent: "EU"}},
		"a country":          {"133.11.0.1", visitor.Place{Country: "JP", Continent: "AS"}},
		"not in the file":    {"8.8.8.8", visitor.Place{Country: "US", Continent: "NA"}},
		"never made up":      {"10.4.0.1", visitor.Place{}},
		"IPv6, not in there": {"2a01:4f8::1", visitor.Place{Country: "DE", Continent: "EU"}},
	} {
		if diff := cmp.Diff(tt.want, l.Locate(netip.MustParseAddr(tt.addr))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if !l.KnowsCities() || open(t, writeCities(t, "GeoLite2-Country")).KnowsCities() || open(t, "").KnowsCities() {
		t.Error("only a file of cities knows cities")
	}
	if !strings.Contains(l.Attribution(), "MaxMind") {
		t.Errorf("attribution: %q", l.Attribution())
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none.mmdb")); err == nil {
		t.Error("a file that is not there was opened")
	}
}

func BenchmarkLocate(b *testing.B) {
	l, err := Open("")
	if err != nil {
		b.Fatal(err)
	}
	addr := netip.MustParseAddr("46.4.0.1")
	b.ReportAllocs()
	for b.Loop() {
		l.Locate(addr)
	}
}
