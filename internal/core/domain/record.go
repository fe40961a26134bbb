package domain

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// ownershipLabel is the label, below a host, of the TXT record that proves its
// ownership.
const ownershipLabel = "_linnet"

// Purpose is the use of a DNS record.
type Purpose string

// The purposes.
const (
	PurposeOwnership Purpose = "ownership" // proves that the workspace controls the host
	PurposeRoute     Purpose = "route"     // leads visitors to this install
)

// Record is a DNS record that a domain needs. The JSON form is stored.
type Record struct {
	Purpose Purpose  `json:"purpose"`
	Type    string   `json:"type"` // TXT, CNAME, A or AAAA
	Name    string   `json:"name"`
	Value   string   `json:"value"` // empty: unknown, see Error
	OK      bool     `json:"ok"`
	Found   []string `json:"found"`           // the values of the last check, at most MaxFound
	Error   string   `json:"error,omitempty"` // why the last check has no result, a sentence
	// FoundAt is the wrong name at which the last check found the value; empty: none.
	FoundAt string `json:"foundAt,omitempty"`
}

// MaxFound bounds the values of a record in a check.
const MaxFound = 20

// Route is the result of resolving a host.
type Route struct {
	CNAMEs []string // the targets of aliases in their order, in lower case without a trailing dot
	Addrs  []netip.Addr
}

// Resolver reads the DNS. Without records, results are empty and the error is nil.
// Errors are temporary: no server answered, or the zone is broken. Results are
// bounded.
type Resolver interface {
	// TXT returns the values of a name's TXT records, each with its strings joined.
	TXT(ctx context.Context, name string) ([]string, error)
	// Route resolves a host to its addresses.
	Route(ctx context.Context, host string) (Route, error)
}

// presence is the result of a check: whether a record exists.
type presence int

const (
	unknown presence = iota
	absent
	present
)

// observation is the result of a check of a domain's records.
type observation struct {
	records          []Record
	ownership, route presence
}

// observe checks the records of a host. target is the default domain's host
// without its port, and addrs are its addresses.
func observe(ctx context.Context, dns Resolver, d *Domain, target string, addrs []netip.Addr) observation {
	ownership, owned := observeOwnership(ctx, dns, d)
	routes := routeRecords(d.Host, target, addrs)
	routed := observeRoute(ctx, dns, d.Host, target, addrs, routes)
	if owned == absent { // after the others, which need the time of the check
		ownership.FoundAt = misplaced(ctx, dns, d)
	}
	return observation{records: append([]Record{ownership}, routes...), ownership: owned, route: routed}
}

func ownershipRecord(d *Domain) Record {
	return Record{
		Purpose: PurposeOwnership,
		Type:    "TXT",
		Name:    ownershipLabel + "." + d.Host,
		Value:   d.OwnershipToken,
		Found:   []string{},
	}
}

func observeOwnership(ctx context.Context, dns Resolver, d *Domain) (Record, presence) {
	r := ownershipRecord(d)
	values, err := dns.TXT(ctx, r.Name)
	if err != nil {
		r.Error = sentenceOf(err)
		return r, unknown
	}
	r.OK = slices.ContainsFunc(values, d.ownedBy)
	r.Found = bounded(values)
	if !r.OK {
		return r, absent
	}
	return r, present
}

// ownedBy reports whether the value of a TXT record is the domain's token. Some providers
// store the quotes that zone files have around a value.
func (d *Domain) ownedBy(value string) bool {
	value = strings.TrimSpace(value)
	if inner, quoted := strings.CutPrefix(value, `"`); quoted {
		value = strings.TrimSpace(strings.TrimSuffix(inner, `"`))
	}
	return value == d.OwnershipToken
}

// misplaced returns the name at which the token of a domain is instead of its own: the
// name with the zone twice, because the provider appends it, or the host. Empty: none.
func misplaced(ctx context.Context, dns Resolver, d *Domain) string {
	names := []string{d.Host}
	if zone, err := publicsuffix.EffectiveTLDPlusOne(d.Host); err == nil {
		names = []string{ownershipLabel + "." + d.Host + "." + zone, d.Host}
	}
	for _, name := range names {
		if values, err := dns.TXT(ctx, name); err == nil && slices.ContainsFunc(values, d.ownedBy) {
			return name
		}
	}
	return ""
}

// routeRecords returns the records that lead a host to the install: a CNAME, or
// the addresses for a host that cannot have one.
func routeRecords(host, target string, addrs []netip.Addr) []Record {
	_, err := netip.ParseAddr(target)
	if !isApex(host) && err != nil {
		return []Record{{Purpose: PurposeRoute, Type: "CNAME", Name: host, Value: target, Found: []string{}}}
	}
	records := make([]Record, 0, len(addrs))
	for _, addr := range addrs {
		records = append(records, Record{Purpose: PurposeRoute, Type: addressType(addr), Name: host, Value: addr.String(), Found: []string{}})
	}
	if len(records) == 0 {
		records = []Record{{
			Purpose: PurposeRoute,
			Type:    "A",
			Name:    host,
			Found:   []string{},
			Error:   "The addresses of " + target + " could not be resolved. Ask the operator of this install for them.",
		}}
	}
	return records
}

func addressType(addr netip.Addr) string {
	if addr.Is4() {
		return "A"
	}
	return "AAAA"
}

// observeRoute fills the records with what a host resolves to. The route is
// present when the host is an alias of target, or all its addresses are the
// install's.
func observeRoute(ctx context.Context, dns Resolver, host, target string, addrs []netip.Addr, records []Record) presence {
	got, err := dns.Route(ctx, host)
	if err != nil {
		for i := range records {
			records[i].Error = sentenceOf(err)
		}
		return unknown
	}
	isAlias := slices.Contains(got.CNAMEs, target)
	isForeign := func(a netip.Addr) bool { return !slices.Contains(addrs, a) }
	leadsHere := isAlias || len(got.Addrs) > 0 && !slices.ContainsFunc(got.Addrs, isForeign)
	for i := range records {
		r := &records[i]
		if r.Type == "CNAME" {
			r.OK = leadsHere
			if r.Found = bounded(got.CNAMEs); len(r.Found) == 0 {
				r.Found = bounded(texts(got.Addrs, ""))
			}
			continue
		}
		r.Found = bounded(texts(got.Addrs, r.Type))
		r.OK = slices.Contains(r.Found, r.Value)
	}
	if leadsHere {
		return present
	}
	return absent
}

// texts returns the addresses of a record type; the empty type stands for all.
func texts(addrs []netip.Addr, recordType string) []string {
	out := []string{}
	for _, addr := range addrs {
		if recordType == "" || addressType(addr) == recordType {
			out = append(out, addr.String())
		}
	}
	return out
}

func bounded(values []string) []string {
	return append([]string{}, values[:min(len(values), MaxFound)]...)
}

// sentenceOf returns why the DNS could not be read.
func sentenceOf(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "The name servers did not respond in time."
	}
	return "The name servers returned an error. Try again in a few minutes."
}
