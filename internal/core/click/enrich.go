package click

import (
	"context"
	"hash"
	"net/url"
	"strings"
	"unicode"

	"linnet/internal/base/ident"
	"linnet/internal/core/visitor"
)

// enricher turns records of the journal into clicks. It is for one goroutine.
type enricher struct {
	salts    *Salts
	locator  visitor.Locator
	agents   visitor.AgentParser
	crawlers visitor.Crawlers

	hashDay Day
	hash    hash.Hash
}

// click decodes a record. errRecord says that it is not a hit; any other
// error, that a salt could not be fetched and the record must wait.
func (e *enricher) click(ctx context.Context, record []byte) (Click, error) {
	hit, err := decode(record, func(day Day) (*dayKeys, error) { return e.salts.find(ctx, day) })
	if err != nil {
		return Click{}, err
	}
	agent := e.agents.Parse(hit.UserAgent)
	besides := e.besides(&hit)
	c := Click{
		ID: hit.ID, At: hit.At,
		WorkspaceID: hit.WorkspaceID, DomainID: hit.DomainID, LinkID: hit.LinkID, RuleID: hit.RuleID,
		Outcome: hit.Outcome, Trigger: triggerOf(&hit),
		Alias: clean(hit.Alias), URL: clean(hit.URL), Variant: clean(hit.Variant), QRCodeID: qrCodeOf(hit.Query),
		Language: visitor.BestLanguage(hit.Language),
		OS:       agent.OS, Browser: agent.Browser, InApp: agent.InAppBrowser, Device: agent.Device,
		Referrer:    clean(visitor.ReferrerHost(hit.Referrer)),
		ReferrerURL: clean(visitor.ReferrerURL(hit.Referrer)),
		UTM:         utmOf(&hit),
		Bot:         Classify(agent.Bot, besides),
		Besides:     besides,
		Agent:       clean(clipTo(hit.UserAgent, MaxAgent)),
	}
	if hit.Addr.IsValid() {
		c.Place = e.locator.Locate(hit.Addr)
		if keys := e.salts.at(DayOf(hit.At)); keys != nil {
			c.Visitor = visitorOf(e.hasher(DayOf(hit.At), keys), hit.WorkspaceID, hit.Addr, hit.UserAgent)
		}
	}
	return c, nil
}

// hasher keeps the hash of the day at hand: clicks come in order of time.
func (e *enricher) hasher(day Day, keys *dayKeys) hash.Hash {
	if e.hash == nil || e.hashDay != day {
		e.hash, e.hashDay = keys.hasher(), day
	}
	return e.hash
}

// besides says why a hit is a bot's whatever it calls itself.
func (e *enricher) besides(hit *Hit) visitor.BotReason {
	switch {
	case e.crawlers != nil && hit.Addr.IsValid() && e.crawlers.Crawler(hit.Addr):
		return visitor.BotAddress
	case hit.Prefetch:
		return visitor.BotPrefetch
	case hit.Head:
		return visitor.BotHead
	default:
		return ""
	}
}

// qrCodeOf returns the number of the saved code that was scanned: its address
// carries the digits of its id, `?qr=3kq7c8v0d5m2a`. 0 for none.
func qrCodeOf(query string) uint64 {
	digits := parameter(query, "qr")
	if digits == "" {
		return 0
	}
	number, _ := ident.Number(ident.QRCode + "_" + digits)
	return number
}

// triggerOf returns how the visitor came: printed codes carry `?qr=1`.
func triggerOf(hit *Hit) Trigger {
	if hit.Trigger != "" && hit.Trigger != TriggerLink {
		return hit.Trigger
	}
	if parameter(hit.Query, "qr") == "1" || qrCodeOf(hit.Query) != 0 {
		return TriggerQR
	}
	return TriggerLink
}

// utmOf returns the campaign parameters of the visited URL, each else that of
// the destination, which is what the destination itself sees.
func utmOf(hit *Hit) UTM {
	destination, _, _ := strings.Cut(hit.URL, "#")
	_, destination, _ = strings.Cut(destination, "?")
	get := func(name string) string {
		if v := clean(parameter(hit.Query, name)); v != "" {
			return v
		}
		return clean(parameter(destination, name))
	}
	if !strings.Contains(hit.Query, "utm_") && !strings.Contains(destination, "utm_") {
		return UTM{}
	}
	return UTM{
		Source: get("utm_source"), Medium: get("utm_medium"), Campaign: get("utm_campaign"),
		Term: get("utm_term"), Content: get("utm_content"),
	}
}

// parameter returns the first value of name in a query, decoded; a value that
// cannot be decoded stays as it is.
func parameter(query, name string) string {
	for pair := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if key != name {
			continue
		}
		if plain, err := url.QueryUnescape(value); err == nil {
			return plain
		}
		return value
	}
	return ""
}

// clean makes text fit for any store: valid UTF-8 without control characters
// and without white space around it.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, unicode.IsControl) >= 0 {
		s = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return -1
			}
			return r
		}, s)
	}
	return strings.TrimSpace(s)
}
