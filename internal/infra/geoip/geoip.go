// Package geoip locates IP addresses offline: countries from compiled-in data,
// regions and cities from the operator's .mmdb file.
package geoip

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/oschwald/maxminddb-golang/v2"
	"github.com/phuslu/iploc"

	"linnet/internal/core/visitor"
)

// Attributions that the data's licences require.
const (
	attributionBuiltIn = "This site or product includes IP2Location LITE data available from https://lite.ip2location.com."
	attributionMaxMind = "This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com."
	attributionDBIP    = "IP Geolocation by DB-IP, https://db-ip.com."
)

// Locator is a visitor.Locator. It is safe for concurrent use.
type Locator struct {
	cities   *maxminddb.Reader // nil: countries only
	reserved []netip.Prefix
}

// Open returns a locator. path names an .mmdb file of cities or countries; empty:
// compiled-in countries only. Those are decompressed at the first look-up, because
// they take 25 MB of memory at that time and 11 MB afterwards.
func Open(path string) (*Locator, error) {
	if path == "" {
		return &Locator{reserved: reserved()}, nil
	}
	cities, err := maxminddb.Open(path)
	if err != nil {
		return nil, fmt.Errorf("geography from %s: %w", path, err)
	}
	return &Locator{cities: cities, reserved: reserved()}, nil
}

// Close closes the operator's file.
func (l *Locator) Close() error {
	if l.cities == nil {
		return nil
	}
	return l.cities.Close()
}

// KnowsCities reports whether the operator's file contains cities and regions.
func (l *Locator) KnowsCities() bool {
	return l.cities != nil && strings.Contains(strings.ToLower(l.cities.Metadata.DatabaseType), "city")
}

// Attribution returns the text that must be shown beside locations.
func (l *Locator) Attribution() string {
	if l.cities == nil {
		return attributionBuiltIn
	}
	switch kind := strings.ToLower(l.cities.Metadata.DatabaseType); {
	case strings.HasPrefix(kind, "geolite2"):
		return attributionMaxMind + " " + attributionBuiltIn
	case strings.HasPrefix(kind, "dbip"):
		return attributionDBIP + " " + attributionBuiltIn
	default:
		return attributionBuiltIn // for addresses that the file does not contain
	}
}

// record is the part of an .mmdb entry that is decoded.
type record struct {
	Continent struct {
		Code string `maxminddb:"code"`
	} `maxminddb:"continent"`
	Country struct {
		ISOCode string `maxminddb:"iso_code"`
	} `maxminddb:"country"`
	Subdivisions []struct {
		ISOCode string `maxminddb:"iso_code"`
		Names   names  `maxminddb:"names"`
	} `maxminddb:"subdivisions"`
	City struct {
		Names names `maxminddb:"names"`
	} `maxminddb:"city"`
}

type names struct {
	English string `maxminddb:"en"`
}

// region returns the ISO 3166-2 code of the largest subdivision, "" when it is
// unknown or ambiguous. Some files, such as DB-IP's, contain names only.
func (r *record) region(country string) string {
	if len(r.Subdivisions) == 0 {
		return ""
	}
	largest := r.Subdivisions[0]
	if largest.ISOCode != "" {
		return country + "-" + strings.ToUpper(largest.ISOCode)
	}
	return visitor.RegionCode(country, largest.Names.English)
}

// Locate returns the place of an address. It is empty for addresses that are not
// public.
func (l *Locator) Locate(addr netip.Addr) visitor.Place {
	addr = addr.Unmap()
	if !l.public(addr) {
		return visitor.Place{}
	}
	if l.cities != nil {
		if p, ok := l.locateCity(addr); ok {
			return p
		}
	}
	country := iploc.IPCountry(addr)
	if visitor.Continent(country) == "" { // "ZZ" and the like
		return visitor.Place{}
	}
	return visitor.Place{Country: country, Continent: visitor.Continent(country)}
}

func (l *Locator) locateCity(addr netip.Addr) (visitor.Place, bool) {
	var r record
	result := l.cities.Lookup(addr)
	if !result.Found() || result.Decode(&r) != nil || r.Country.ISOCode == "" {
		return visitor.Place{}, false
	}
	p := visitor.Place{
		Country:   strings.ToUpper(r.Country.ISOCode),
		Continent: strings.ToUpper(r.Continent.Code),
		City:      r.City.Names.English,
	}
	if p.Continent == "" {
		p.Continent = visitor.Continent(p.Country)
	}
	p.Region = r.region(p.Country)
	return p, true
}

// public reports whether an address is on the public internet.
func (l *Locator) public(addr netip.Addr) bool {
	if !addr.IsGlobalUnicast() || addr.IsPrivate() {
		return false
	}
	for _, p := range l.reserved {
		if p.Contains(addr) {
			return false
		}
	}
	return true
}

// reserved returns the special-purpose networks of RFC 6890 for which netip has no
// predicate.
func reserved() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),       // this network
		netip.MustParsePrefix("100.64.0.0/10"),   // carrier-grade NAT
		netip.MustParsePrefix("192.0.2.0/24"),    // documentation
		netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
		netip.MustParsePrefix("198.51.100.0/24"), // documentation
		netip.MustParsePrefix("203.0.113.0/24"),  // documentation
		netip.MustParsePrefix("240.0.0.0/4"),     // reserved
		netip.MustParsePrefix("2001:db8::/32"),   // documentation
	}
}
