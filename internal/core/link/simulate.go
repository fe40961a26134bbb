package link

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/language"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/routing"
	"linnet/internal/core/visitor"
)

// SimulateInput describes a simulated visit. Empty fields are unknown, as they are
// for a visitor whose browser does not send them.
type SimulateInput struct {
	UserAgent      string
	AcceptLanguage string
	Query          string // with or without "?"
	IP             string
	Country        string // ISO 3166-1 alpha-2; with Region and City it overrides the place of IP
	Region         string // ISO 3166-2, such as "US-CA"
	City           string // English name
	Referrer       string
	At             time.Time // zero: now
	Rest           string    // of the path, after a wildcard alias
	Unlocked       bool      // the visitor entered the password
}

// Simulation is the result of a simulated visit, and why.
type Simulation struct {
	Outcome  visitor.Outcome
	Status   int
	Location string // empty without a redirect; a click id in it is made up
	RuleID   string // the rule that matched; empty for none
	Trace    []routing.Step
}

// maxVisitText limits each text of a simulated visit, in bytes.
const maxVisitText = 8_000

// visit validates the input and returns its visit.
func (in SimulateInput) visit() (*routing.Visit, error) {
	var faults fault.List
	v := &routing.Visit{
		Rest:           strings.TrimPrefix(in.Rest, "/"),
		Query:          strings.TrimPrefix(in.Query, "?"),
		Now:            in.At,
		UserAgent:      in.UserAgent,
		AcceptLanguage: in.AcceptLanguage,
		Referrer:       in.Referrer,
		Unlocked:       in.Unlocked,
	}
	if in.IP != "" {
		addr, err := netip.ParseAddr(in.IP)
		if err != nil {
			faults.Add("ip", "This is not an IP address. Enter one such as 192.0.2.1 or 2001:db8::1.")
		}
		v.Addr = addr.Unmap()
	}
	in.checkPlace(&faults)
	for _, text := range []struct{ field, value string }{
		{"city", in.City}, {"userAgent", in.UserAgent}, {"acceptLanguage", in.AcceptLanguage}, {"query", in.Query},
		{"referrer", in.Referrer}, {"rest", in.Rest},
	} {
		if len(text.value) > maxVisitText {
			faults.Add(text.field, fmt.Sprintf("Use at most %d bytes.", maxVisitText))
		}
	}
	unsendable := func(r rune) bool { return r == '#' || unicode.IsSpace(r) || unicode.IsControl(r) }
	if strings.ContainsFunc(in.Query, unsendable) {
		faults.Add("query", "A query cannot contain white space or #. Percent-encode them.")
	}
	return v, faults.Err()
}

// checkPlace reports an invalid country or region.
func (in SimulateInput) checkPlace(faults *fault.List) {
	for _, part := range []struct {
		name, value string
		field       routing.Field
	}{{"country", in.Country, routing.Country}, {"region", in.Region, routing.Region}} {
		if part.value == "" {
			continue
		}
		if problem := routing.CheckValue(part.field, part.value); problem != "" {
			faults.Add(part.name, problem)
		}
	}
}

// fixedPlace is a locator that returns the same place for every address.
type fixedPlace visitor.Place

// Locate returns the place.
func (p fixedPlace) Locate(netip.Addr) visitor.Place { return visitor.Place(p) }

// facts returns the sources of real visits, with the place of the input if it has
// one.
func (in SimulateInput) facts(real *routing.Facts) *routing.Facts {
	if in.Country == "" && in.Region == "" && in.City == "" {
		return real
	}
	country := strings.ToUpper(in.Country)
	if region, err := language.ParseRegion(country); err == nil {
		country = region.Canonicalize().String() // UK becomes GB, as in the geography data
	}
	if country == "" {
		country, _, _ = strings.Cut(strings.ToUpper(in.Region), "-")
	}
	facts := routing.Facts{}
	if real != nil {
		facts = *real
	}
	facts.Locator = fixedPlace{
		Country:   country,
		Region:    strings.ToUpper(in.Region),
		City:      in.City,
		Continent: visitor.Continent(country),
	}
	return &facts
}

// Simulate returns what a visitor of the link would get, decided by the code of
// real visits. It counts no click.
func (s *Service) Simulate(ctx context.Context, a access.Actor, id string, in SimulateInput) (Simulation, error) {
	return s.SimulateChange(ctx, a, id, nil, in)
}

// SimulateChange is Simulate for the link with an edit applied, which is not stored;
// nil: none.
func (s *Service) SimulateChange(ctx context.Context, a access.Actor, id string, edit Edit, in SimulateInput) (Simulation, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Simulation{}, err
	}
	l, err := s.deps.Store.Link(ctx, a.View(), id)
	if err != nil {
		return Simulation{}, err
	}
	if edit == nil {
		return s.simulate(ctx, l, in)
	}
	d := edit.on(l)
	locked := d.NewPassword() != ""
	if locked {
		d.Password = nil // not hashed, because that would take most of the time
	}
	next, err := s.applyDraft(ctx, l, d.Normalized(), s.hash)
	if err != nil {
		return Simulation{}, err
	}
	if locked {
		next.PasswordHash = unknownHash
	}
	return s.simulate(ctx, next, in)
}

// SimulateDraft is Simulate for a link that does not exist.
func (s *Service) SimulateDraft(ctx context.Context, a access.Actor, d Draft, in SimulateInput) (Simulation, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Simulation{}, err
	}
	locked := d.NewPassword() != ""
	d.Password = nil
	c := *s
	c.conventions = noConventions{}
	l, err := c.build(ctx, a, d)
	if err != nil {
		return Simulation{}, err
	}
	if len(l.Aliases) == 0 {
		l.Aliases = []string{s.drawAlias(l, 0)}
	}
	if locked {
		l.PasswordHash = unknownHash
	}
	return s.simulate(ctx, l, in)
}

// unknownHash is the hash of a simulated link with a password: no password
// matches it.
const unknownHash = "-"

func (s *Service) simulate(ctx context.Context, l *Link, in SimulateInput) (Simulation, error) {
	visit, err := in.visit()
	if err != nil {
		return Simulation{}, err
	}
	on, err := s.deps.Domains.Resolve(ctx, l.Domain)
	if err != nil {
		return Simulation{}, err
	}
	route, err := routing.Compile(l.Target(l.Alias(), string(on.ExpiredURL)))
	if err != nil {
		return Simulation{}, fmt.Errorf("compile link %s: %w", l.ID, err)
	}
	if visit.Now.IsZero() {
		visit.Now = s.deps.Clock.Now()
	}
	visit.Facts = in.facts(s.deps.Facts)
	visit.Exhausted = l.MaxClicks > 0 && l.UsedClicks >= l.MaxClicks
	d, steps := route.Explain(visit)
	return Simulation{Outcome: d.Outcome, Status: d.Status, Location: d.Sent(ident.Uint64()), RuleID: d.RuleID, Trace: steps}, nil
}
