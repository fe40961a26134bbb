package click

import (
	"context"
	"hash"
	"strings"

	"linnet/internal/base/ident"
	"linnet/internal/base/urlquery"
	"linnet/internal/core/visitor"
)

// enricher converts journal records into clicks. It is not safe for concurrent
// use.
type enricher struct {
	salts     *Salts
	locator   visitor.Locator
	agents    visitor.AgentParser
	networks  visitor.Networks
	foldsCase func(ctx context.Context, workspace uint64) bool // nil: no workspace does

	hashDay Day
	hash    hash.Hash
}

// click decodes and enriches a record. The error is errRecord when it is not a
// hit. Any other error means that a salt could not be loaded; the caller retries.
func (e *enricher) click(ctx context.Context, record []byte) (Click, error) {
	hit, err := decode(record, func(day Day) (*dayKeys, error) { return e.salts.find(ctx, day) })
	if err != nil {
		return Click{}, err
	}
	if hit.Aggregate {
		hit.aggregate() // earlier versions did not
	}
	agent := e.agents.Parse(hit.UserAgent)
	other := nonAgentBotReason(&hit, e.networks)
	referrer := visitor.ParseReferrer(hit.Referrer)
	c := Click{
		ID:                hit.ID,
		At:                hit.At,
		WorkspaceID:       hit.WorkspaceID,
		DomainID:          hit.DomainID,
		LinkID:            hit.LinkID,
		RuleID:            hit.RuleID,
		Outcome:           hit.Outcome,
		Trigger:           triggerOf(&hit),
		Alias:             clean(hit.Alias),
		URL:               clean(hit.URL),
		Variant:           clean(hit.Variant),
		QRCodeID:          qrCodeOf(hit.Query),
		Language:          visitor.BestLanguage(hit.Language),
		OS:                agent.OS,
		Browser:           agent.Browser,
		InApp:             agent.InAppBrowser,
		Device:            agent.Device,
		Referrer:          clean(referrer.Service()),
		ReferrerURL:       clean(referrer.URL()),
		UTM:               utmOf(&hit),
		Bot:               Classify(agent.Bot, other),
		NonAgentBotReason: other,
		Agent:             clean(clipTo(hit.UserAgent, MaxAgent)),
	}
	if c.UTM != (UTM{}) && e.foldsCase != nil && e.foldsCase(ctx, c.WorkspaceID) {
		c.UTM = c.UTM.lower()
	}
	c.PageID, c.BlockID = originOf(&hit, c.Trigger)
	if hit.Aggregate {
		c.Agent, c.ReferrerURL = "", ""
		return c, nil
	}
	if hit.Addr.IsValid() {
		c.Place = e.locator.Locate(hit.Addr)
		if keys := e.salts.at(DayOf(hit.At)); keys != nil {
			c.Visitor = visitorOf(e.hasher(DayOf(hit.At), keys), hit.WorkspaceID, hit.Addr, hit.UserAgent)
		}
	}
	return c, nil
}

// hasher returns the hash of a day. It caches one, because clicks arrive in order
// of time.
func (e *enricher) hasher(day Day, keys *dayKeys) hash.Hash {
	if e.hash == nil || e.hashDay != day {
		e.hash, e.hashDay = keys.hasher(), day
	}
	return e.hash
}

// nonAgentBotReason returns the bot reason of a hit regardless of its user agent.
func nonAgentBotReason(hit *Hit, networks visitor.Networks) visitor.BotReason {
	if networks != nil && hit.Addr.IsValid() {
		if reason := networks.Reason(hit.Addr); reason != "" {
			return reason
		}
	}
	return hit.RequestReason
}

// qrCodeOf returns the number of the saved QR code in a query, whose URL contains
// the digits of its id (`?qr=3kq7c8v0d5m2a`), 0 without one.
func qrCodeOf(query string) uint64 {
	digits := urlquery.Value(query, keyQR)
	if digits == "" {
		return 0
	}
	number, _ := ident.Number(ident.QRCode + "_" + digits)
	return number
}

// originOf returns the numbers of the page that a hit visits, and of the block that it
// opens. Those of a click on a link are the page and the block that it was followed
// from, as the query names them
// (`lnb=3kq7c8v0d5m2a.5hq1v9x2c7n4b`).
func originOf(hit *Hit, trigger Trigger) (page, block uint64) {
	if hit.LinkID == 0 || trigger != TriggerBio {
		return hit.PageID, hit.BlockID
	}
	pageDigits, blockDigits, _ := strings.Cut(urlquery.Value(hit.Query, keyBlock), ".")
	if page, _ = ident.Number(ident.BioPage + "_" + pageDigits); page == 0 {
		return 0, 0
	}
	block, _ = ident.Number(ident.PageBlock + "_" + blockDigits)
	return page, block
}

// The keys that Linnet adds to its own links.
const (
	keyQR      = "qr"
	keyTrigger = "lnt"
	keyBlock   = "lnb"
)

// triggerOf returns the trigger of a hit. Without one, or with TriggerLink, it is that
// of the query.
func triggerOf(hit *Hit) Trigger {
	if hit.Trigger != "" && hit.Trigger != TriggerLink {
		return hit.Trigger
	}
	return TriggerOf(hit.Query)
}

// TriggerOf returns the trigger that the query of a short URL names: URLs in QR codes
// contain `qr=1` or the code's id, URLs on bio pages `lnt=bio`.
func TriggerOf(query string) Trigger {
	switch {
	case query == "":
		return TriggerLink
	case urlquery.Value(query, keyQR) == "1" || qrCodeOf(query) != 0:
		return TriggerQR
	case urlquery.Value(query, keyTrigger) == "bio":
		return TriggerBio
	}
	return TriggerLink
}

// utmKeys are the keys of the campaign parameters, in the order of UTM.
//
//nolint:gochecknoglobals // immutable
var utmKeys = []string{"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"}

// lower returns the parameters in lower case.
func (u UTM) lower() UTM {
	lower := func(text string) string { return Label(strings.ToLower(text)) }
	return UTM{lower(u.Source), lower(u.Medium), lower(u.Campaign), lower(u.Term), lower(u.Content)}
}

// utmOf returns the campaign parameters of the visited URL. Missing ones are taken
// from the destination, whose own analytics sees them.
func utmOf(hit *Hit) UTM {
	var visited, destination [5]string
	urlquery.Values(hit.Query, visited[:], utmKeys...)
	urlquery.Values(urlquery.Of(hit.URL), destination[:], utmKeys...)
	for i := range visited {
		if visited[i] = Label(visited[i]); visited[i] == "" {
			visited[i] = Label(destination[i])
		}
	}
	return UTM{Source: visited[0], Medium: visited[1], Campaign: visited[2], Term: visited[3], Content: visited[4]}
}
