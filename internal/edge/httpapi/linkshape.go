package httpapi

import (
	"time"

	"linnet/internal/base/excerpt"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/utm"
	"linnet/internal/edge/apikit"
)

// Link is a link as the API returns it. Null means "not set".
type Link struct {
	LinkBase
	Rules []Rule           `json:"rules" doc:"Evaluated in order; the first rule that matches applies."`
	Split []routing.Branch `json:"split" nullable:"true" doc:"Applies instead of the destination if no rule matches."`
}

// LinkSummary is a link in a list. It has neither rules nor split, which may
// have link.MaxRoutingBytes per link.
type LinkSummary struct {
	LinkBase
	RuleCount    int       `json:"ruleCount" doc:"The number of rules. To get the rules, get the link."`
	VariantCount int       `json:"variantCount" doc:"The number of branches of the split; 0 without a split."`
	Variants     []Variant `json:"variants" doc:"The branches of the split, with shortened URLs; empty without a split."`
	Spark        []int64   `json:"spark,omitempty" minItems:"14" maxItems:"14" doc:"With include=spark: clicks by people on each of the last 14 days, oldest first, today last, in the workspace's time zone."`
}

// LinkBase has the fields that a link and its summary share.
type LinkBase struct {
	ID       string   `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	Domain   string   `json:"domain" doc:"The host, with the port if the install has one." example:"localhost:8080"`
	Alias    string   `json:"alias" doc:"The current alias, the first of aliases." example:"launch"`
	Aliases  []string `json:"aliases" doc:"All aliases of the link; former aliases continue to work."`
	ShortURL string   `json:"shortUrl" example:"http://localhost:8080/launch"`
	LinkSettings
	HasPassword    bool       `json:"hasPassword"`
	Status         string     `json:"status" enum:"active,scheduled,expired,archived,blocked"`
	ClickCount     int64      `json:"clickCount" doc:"Clicks by people, including those that found the link expired, and importedClicks. It can exceed maxClicks, which counts redirects only."`
	ImportedClicks int64      `json:"importedClicks" doc:"The clicks that the link was imported with, which another shortener counted."`
	LastClickedAt  *time.Time `json:"lastClickedAt"`
	CreatedBy      string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt      time.Time  `json:"createdAt"`
	UpdatedAt      time.Time  `json:"updatedAt"`
	Version        int64      `json:"version" doc:"Incremented by each change. Send it as If-Match to detect conflicts."`
}

// Variant is a branch of a split, with a shortened URL.
type Variant struct {
	Address string `json:"address" doc:"The URL of the branch, truncated to 200 bytes with an ellipsis." example:"https://example.com/a"`
	Weight  int    `json:"weight" doc:"Percent of visitors."`
}

// Preview is the preview of a link on social networks.
type Preview struct {
	Title       *string `json:"title"`
	Description *string `json:"description"`
	Image       *string `json:"image" doc:"The URL of an image."`
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

// linkOf converts a link; its status is that at now. The scheme of short URLs
// is that of the install.
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

// summaryOf converts a link of a list; its status is that at now.
func summaryOf(l *link.Link, scheme string, now time.Time) LinkSummary {
	return LinkSummary{
		LinkBase:     fieldsOf(l, scheme, now),
		RuleCount:    len(l.Rules),
		VariantCount: len(l.Split),
		Variants:     apikit.Map(l.Split, variantOf),
	}
}

func fieldsOf(l *link.Link, scheme string, now time.Time) LinkBase {
	return LinkBase{
		ID:             l.ID,
		Domain:         l.Domain,
		Alias:          l.Alias(),
		Aliases:        apikit.OrEmpty(l.Aliases),
		ShortURL:       link.ShortURL(scheme, l.Domain, l.Alias()),
		LinkSettings:   settingsOf(l),
		HasPassword:    l.PasswordHash != "",
		Status:         string(l.StatusAt(now)),
		ClickCount:     l.ClickCount,
		ImportedClicks: l.OpeningClicks,
		LastClickedAt:  apikit.TimeOrNull(l.LastClickedAt),
		CreatedBy:      l.CreatedBy,
		CreatedAt:      apikit.Timestamp(l.CreatedAt),
		UpdatedAt:      apikit.Timestamp(l.UpdatedAt),
		Version:        l.Version,
	}
}

// maxVariantAddress bounds the URL of a Variant, in bytes.
const maxVariantAddress = 200

func variantOf(b routing.Branch) Variant {
	return Variant{Address: excerpt.Of(b.URL, maxVariantAddress), Weight: b.Weight}
}

func utmOf(u utm.Params) UTM {
	return UTM{
		Source:   apikit.TextOrNull(u.Source),
		Medium:   apikit.TextOrNull(u.Medium),
		Campaign: apikit.TextOrNull(u.Campaign),
		Term:     apikit.TextOrNull(u.Term),
		Content:  apikit.TextOrNull(u.Content),
		Ref:      apikit.TextOrNull(u.Ref),
	}
}
