package httpapi

import (
	"net/url"
	"strings"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/edge/apikit"
)

// Link is a link as clients see it. Null means "not set".
type Link struct {
	LinkBase
	Rules []Rule           `json:"rules" doc:"Tried in order; the first that holds decides."`
	Split []routing.Branch `json:"split" nullable:"true" doc:"Applies when no rule holds."`
}

// LinkSummary is a link as a list returns it. The rules and the split are left
// out because they take up to link.MaxRoutingBytes a link.
type LinkSummary struct {
	LinkBase
	RuleCount    int       `json:"ruleCount" doc:"How many rules the link has. Read the link for the rules themselves."`
	VariantCount int       `json:"variantCount" doc:"How many branches the link's split has; 0 without a split."`
	Variants     []Variant `json:"variants" doc:"The branches of the split in short; empty without a split."`
	Spark        []int64   `json:"spark,omitempty" minItems:"14" maxItems:"14" doc:"With include=spark: clicks by people on each of the last 14 days, oldest first, today last, in the workspace's time zone."`
}

// LinkBase are what a link and its summary have in common.
type LinkBase struct {
	ID       string   `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	Domain   string   `json:"domain" doc:"The host, with a port where the install has one." example:"localhost:8080"`
	Alias    string   `json:"alias" doc:"The link's own alias, the first of aliases." example:"launch"`
	Aliases  []string `json:"aliases" doc:"All that lead to the link; former ones keep working."`
	ShortURL string   `json:"shortUrl" example:"http://localhost:8080/launch"`
	LinkSettings
	HasPassword   bool       `json:"hasPassword"`
	Status        string     `json:"status" enum:"active,scheduled,expired,archived,blocked"`
	ClickCount    int64      `json:"clickCount" doc:"Clicks of humans."`
	LastClickedAt *time.Time `json:"lastClickedAt"`
	CreatedBy     string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt     time.Time  `json:"createdAt"`
	UpdatedAt     time.Time  `json:"updatedAt"`
	Version       int64      `json:"version" doc:"Each change adds 1; send it as If-Match."`
}

// Variant is one branch of a split in short.
type Variant struct {
	Address string `json:"address" doc:"The branch's URL; one of more than 200 bytes is cut and ends in an ellipsis." example:"https://example.com/a"`
	Weight  int    `json:"weight" doc:"Percent of visitors."`
}

// Preview is a link's own card on social networks.
type Preview struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Image       *string `json:"image" doc:"Address of a picture."`
}

// UTM holds the campaign parameters that a link adds to its destination.
type UTM struct {
	Source   *string `json:"source"`
	Medium   *string `json:"medium"`
	Campaign *string `json:"campaign"`
	Term     *string `json:"term"`
	Content  *string `json:"content"`
	Ref      *string `json:"ref"`
}

// Rule is a condition and an action.
type Rule struct {
	ID   string            `json:"id" example:"rul_3kq7c8v0d5m2a"`
	Name string            `json:"name"`
	When routing.Condition `json:"when"`
	Then routing.Action    `json:"then"`
}

// linkOf returns what clients see of l at now. The scheme of short links is
// that of the install.
func linkOf(l *link.Link, scheme string, now time.Time) Link {
	out := Link{
		LinkBase: fieldsOf(l, scheme, now),
		Rules:    apikit.Map(l.Rules, func(r routing.Rule) Rule { return Rule(r) }),
	}
	if len(l.Split) > 0 {
		out.Split = l.Split
	}
	return out
}

// summaryOf returns what a list shows of l at now.
func summaryOf(l *link.Link, scheme string, now time.Time) LinkSummary {
	return LinkSummary{
		LinkBase:  fieldsOf(l, scheme, now),
		RuleCount: len(l.Rules), VariantCount: len(l.Split), Variants: apikit.Map(l.Split, variantOf),
	}
}

func fieldsOf(l *link.Link, scheme string, now time.Time) LinkBase {
	return LinkBase{
		ID: l.ID, Domain: l.Domain, Alias: l.Alias(), Aliases: apikit.OrEmpty(l.Aliases), ShortURL: shortURL(scheme, l.Domain, l.Alias()),
		LinkSettings: settingsOf(l),
		HasPassword:  l.PasswordHash != "",
		Status:       string(l.StatusAt(now)), ClickCount: l.ClickCount, LastClickedAt: apikit.TimeOrNull(l.LastClickedAt),
		CreatedBy: l.CreatedBy, CreatedAt: apikit.Timestamp(l.CreatedAt), UpdatedAt: apikit.Timestamp(l.UpdatedAt), Version: l.Version,
	}
}

// maxVariantAddress bounds an address of a summary's variants, in bytes.
const maxVariantAddress = 200

func variantOf(b routing.Branch) Variant {
	address := b.URL
	if len(address) > maxVariantAddress {
		address = strings.ToValidUTF8(address[:maxVariantAddress-len("…")], "") + "…"
	}
	return Variant{Address: address, Weight: b.Weight}
}

func utmOf(u utm.Params) UTM {
	return UTM{
		Source: apikit.TextOrNull(u.Source), Medium: apikit.TextOrNull(u.Medium), Campaign: apikit.TextOrNull(u.Campaign),
		Term: apikit.TextOrNull(u.Term), Content: apikit.TextOrNull(u.Content), Ref: apikit.TextOrNull(u.Ref),
	}
}

// shortURL is what a visitor types: a valid URL whatever letters the alias has.
func shortURL(scheme, host, alias string) string {
	u := url.URL{Scheme: scheme, Host: host, Path: "/" + alias}
	return strings.ReplaceAll(u.String(), "%2A", "*") // docs/* reads as it was typed
}
