// Package geoip tells where an address is, without asking anybody: countries
// from data that is compiled in, regions and cities from a file that the
// operator names.
package geoip

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/oschwald/maxminddb-golang/v2"
	"github.com/phuslu/iploc"

	"linnet/internal/core/visitor"
)

// The sentences that the data's licences ask to be shown.
const (
	attributionBuiltIn = "This site or product includes IP2Location LITE data available from https://lite.ip2location.com."
	attributionMaxMind = "This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com."
	attributionDBIP    = "IP Geolocation by DB-IP, https://db-ip.com."
)

// Locator is a visitor.Locator. Its methods may be called from many goroutines.
type Locator struct {
	cities   *maxminddb.Reader // nil: countries only
	reserved []netip.Prefix
}

// Open returns a locator. path names an .mmdb file of cities or countries;
// empty: countries from the data that is compiled in.
func Open(path string) (*Locator, error) {
	iploc.IPCountry(netip.IPv6Loopback()) // unpacks the table now, and not for the first visitor
	if path == "" {
		return &Locator{reserved: reserved()}, nil
	}
	cities, err := maxminddb.Open(path)
	if err != nil {
		return nil, fmt.Errorf("geography from %s: %w", path, err)
	}
	return &Locator{cities: cities, reserved: reserved()}, nil
}

// Close lets the operator's file go.
func (l *Locator) Close() error {
	if l.cities == nil {
		return nil
	}
	return l.cities.Close()
}

// KnowsCities reports whether it finds cities and regions: whether the
// operator's file is one of cities.
func (l *Locator) KnowsCities() bool {
	return l.cities != nil && strings.Contains(strings.ToLower(l.cities.Metadata.DatabaseType), "city")
}

// Attribution returns what must be shown where its answers are.
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
		return attributionBuiltIn // addresses that the file does not know
	}
}

// record is the part of an .mmdb entry that is looked at.
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

// region returns the ISO 3166-2 code of the largest region. Some files have names
// alone (DB-IP's have); one that does not say which region is meant is none.
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

// Locate returns the place of an address. Addresses that nobody is reached at
// from outside are nowhere.
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
		Country: strings.ToUpper(r.Country.ISOCode), Continent: strings.ToUpper(r.Continent.Code), City: r.City.Names.English,
	}
	if p.Continent == "" {
		p.Continent = visitor.Continent(p.Country)
	}
	p.Region = r.region(p.Country)
	return p, true
}

// public reports whether an address can be that of a visitor from outside.
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

// reserved lists the networks that the standard library takes for public and
// that nobody comes from (RFC 6890).
func reserved() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),       // this network
		netip.MustParsePrefix("100.64.0.0/10"),   // shared behind a carrier
		netip.MustParsePrefix("192.0.2.0/24"),    // documentation
		netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
		netip.MustParsePrefix("198.51.100.0/24"), // documentation
		netip.MustParsePrefix("203.0.113.0/24"),  // documentation
		netip.MustParsePrefix("240.0.0.0/4"),     // reserved
		netip.MustParsePrefix("2001:db8::/32"),   // documentation
	}
}
