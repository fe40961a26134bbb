package link

import (
	"context"
	"fmt"
	"net/netip"
	"reflect"
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

// SimulateInput is a visitor whom somebody imagines. What is left out is
// unknown, as it is of a real visitor who does not send it.
type SimulateInput struct {
	UserAgent      string
	AcceptLanguage string
	Query          string // with or without "?"
	IP             string
	Country        string // ISO 3166-1 alpha-2; with Region and City it replaces what the address says
	Region         string // ISO 3166-2, such as "US-CA"
	City           string // English name
	Referrer       string
	At             time.Time // zero: now
	Rest           string    // of the path, behind a wildcard alias
	Unlocked       bool      // the link's password was given
}

// Simulation is what the visitor would get, and why.
type Simulation struct {
	Outcome  routing.Outcome
	Status   int
	Location string // empty when the visitor is sent nowhere; the id of a click in it is no click's
	RuleID   string // the rule that decided; empty for none
	Trace    []routing.Step
}

// maxVisitText bounds each text of a simulated visit, in bytes.
const maxVisitText = 8_000

// visit judges the input and makes the visit of it.
func (in SimulateInput) visit() (*routing.Visit, error) {
	var faults fault.List
	v := &routing.Visit{
		Rest: strings.TrimPrefix(in.Rest, "/"), Query: strings.TrimPrefix(in.Query, "?"), Now: in.At,
		UserAgent: in.UserAgent, AcceptLanguage: in.AcceptLanguage, Referrer: in.Referrer, Unlocked: in.Unlocked,
	}
	if in.IP != "" {
		addr, err := netip.ParseAddr(in.IP)
		if err != nil {
			faults.Add("ip", "This is no IP address. Write one such as 192.0.2.1 or 2001:db8::1.")
		}
		v.Addr = addr.Unmap()
	}
	in.checkPlace(&faults)
	for _, text := range []struct{ field, value string }{
		{"city", in.City}, {"userAgent", in.UserAgent}, {"acceptLanguage", in.AcceptLanguage}, {"query", in.Query}, {"referrer", in.Referrer}, {"rest", in.Rest},
	} {
		if len(text.value) > maxVisitText {
			faults.Add(text.field, fmt.Sprintf("At most %d bytes.", maxVisitText))
		}
	}
	unsendable := func(r rune) bool { return r == '#' || unicode.IsSpace(r) || unicode.IsControl(r) }
	if strings.ContainsFunc(in.Query, unsendable) {
		faults.Add("query", "Browsers never send white space or # in a query. Write it as its percent code.")
	}
	return v, faults.Err()
}

// checkPlace adds a fault for each part of the named place that no visitor has.
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

// fixedPlace locates every address at one place.
type fixedPlace visitor.Place

// Locate returns the place, whatever the address.
func (p fixedPlace) Locate(netip.Addr) visitor.Place { return visitor.Place(p) }

// facts returns the sources of a visit: those of real visits, except that a
// place that the input names replaces the geography of its address.
func (in SimulateInput) facts(real *routing.Facts) *routing.Facts {
	if in.Country == "" && in.Region == "" && in.City == "" {
		return real
	}
	country := strings.ToUpper(in.Country)
	if region, err := language.ParseRegion(country); err == nil {
		country = region.Canonicalize().String() // UK is GB, as in geography data
	}
	if country == "" {
		country, _, _ = strings.Cut(strings.ToUpper(in.Region), "-")
	}
	named := routing.Facts{}
	if real != nil {
		named = *real
	}
	named.Locator = fixedPlace{
		Country: country, Region: strings.ToUpper(in.Region), City: in.City, Continent: visitor.Continent(country),
	}
	return &named
}

// Simulate tells what a visitor of the link would get, by the very code that
// redirects, and uses up no click.
func (s *Service) Simulate(ctx context.Context, a access.Actor, id string, in SimulateInput) (Simulation, error) {
	return s.SimulateChange(ctx, a, id, Patch{}, in)
}

// SimulateChange is Simulate as if the link were changed first. Nothing of the
// change is kept.
func (s *Service) SimulateChange(ctx context.Context, a access.Actor, id string, p Patch, in SimulateInput) (Simulation, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Simulation{}, err
	}
	l, err := s.store.Link(ctx, a.WorkspaceID, id)
	if err != nil {
		return Simulation{}, err
	}
	if reflect.DeepEqual(p, Patch{}) {
		return s.simulate(ctx, l, in)
	}
	locks := p.Password.Value != ""
	p.Password.Value = "" // hashing it would cost more than all the rest
	next, err := s.patched(ctx, l, p)
	if err != nil {
		return Simulation{}, err
	}
	if locks {
		next.PasswordHash = unknownHash
	}
	return s.simulate(ctx, next, in)
}

// SimulateDraft is Simulate for a link that is not made yet.
func (s *Service) SimulateDraft(ctx context.Context, a access.Actor, d Draft, in SimulateInput) (Simulation, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Simulation{}, err
	}
	locks := d.Password != ""
	d.Password = ""
	l, err := s.Minding(nil).build(ctx, a, d)
	if err != nil {
		return Simulation{}, err
	}
	if len(l.Aliases) == 0 {
		l.Aliases = []string{s.draw(l, 0)}
	}
	if locks {
		l.PasswordHash = unknownHash
	}
	return s.simulate(ctx, l, in)
}

// unknownHash stands for the password of a link that is only tried: it is
// asked for, and no password opens it.
const unknownHash = "-"

func (s *Service) simulate(ctx context.Context, l *Link, in SimulateInput) (Simulation, error) {
	visit, err := in.visit()
	if err != nil {
		return Simulation{}, err
	}
	on, err := s.domains.Resolve(ctx, l.Domain)
	if err != nil {
		return Simulation{}, err
	}
	route, err := routing.Compile(l.Target(l.Alias(), on.ExpiredURL))
	if err != nil {
		return Simulation{}, fmt.Errorf("compile link %s: %w", l.ID, err)
	}
	if visit.Now.IsZero() {
		visit.Now = s.clk.Now()
	}
	visit.Facts = in.facts(s.facts)
	visit.Exhausted = l.MaxClicks > 0 && l.UsedClicks >= l.MaxClicks
	d, steps := route.Explain(visit)
	return Simulation{Outcome: d.Outcome, Status: d.Status, Location: d.Sent(ident.Uint64()), RuleID: d.RuleID, Trace: steps}, nil
}
