package dub

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/routing/dubrule"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// texts are one text, which may be a list with commas, or a list of texts.
type texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *texts) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*t = listed(one)
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(t))
}

// input are the fields of a link in a request.
type input struct {
	URL             apikit.Opt[string]            `json:"url"`
	Domain          apikit.Opt[string]            `json:"domain"`
	Key             apikit.Opt[string]            `json:"key"`
	KeyLength       apikit.Opt[int]               `json:"keyLength"`
	Prefix          apikit.Opt[string]            `json:"prefix"`
	ExternalID      apikit.Opt[string]            `json:"externalId"`
	TrackConversion apikit.Opt[bool]              `json:"trackConversion"`
	Archived        apikit.Opt[bool]              `json:"archived"`
	TagID           apikit.Opt[string]            `json:"tagId"`
	TagIDs          apikit.Opt[texts]             `json:"tagIds"`
	TagNames        apikit.Opt[texts]             `json:"tagNames"`
	FolderID        apikit.Opt[string]            `json:"folderId"`
	Comments        apikit.Opt[string]            `json:"comments"`
	ExpiresAt       apikit.Opt[string]            `json:"expiresAt"`
	ExpiredURL      apikit.Opt[string]            `json:"expiredUrl"`
	Password        apikit.Opt[string]            `json:"password"`
	Proxy           apikit.Opt[bool]              `json:"proxy"`
	Title           apikit.Opt[string]            `json:"title"`
	Description     apikit.Opt[string]            `json:"description"`
	Image           apikit.Opt[string]            `json:"image"`
	IOS             apikit.Opt[string]            `json:"ios"`
	Android         apikit.Opt[string]            `json:"android"`
	Geo             apikit.Opt[map[string]string] `json:"geo"`
	DoIndex         apikit.Opt[bool]              `json:"doIndex"`
	UTMSource       apikit.Opt[string]            `json:"utm_source"`
	UTMMedium       apikit.Opt[string]            `json:"utm_medium"`
	UTMCampaign     apikit.Opt[string]            `json:"utm_campaign"`
	UTMTerm         apikit.Opt[string]            `json:"utm_term"`
	UTMContent      apikit.Opt[string]            `json:"utm_content"`
	Ref             apikit.Opt[string]            `json:"ref"`
	TestVariants    apikit.Opt[[]variant]         `json:"testVariants"`
	TestStartedAt   apikit.Opt[string]            `json:"testStartedAt"`
	TestCompletedAt apikit.Opt[string]            `json:"testCompletedAt"`
	unmapped
}

// unmapped are the fields for which Linnet has nothing.
type unmapped struct {
	TenantID    string   `json:"tenantId"`
	ProgramID   string   `json:"programId"`
	PartnerID   string   `json:"partnerId"`
	Video       string   `json:"video"`
	Rewrite     bool     `json:"rewrite"`
	PublicStats bool     `json:"publicStats"`
	WebhookIDs  []string `json:"webhookIds"`
}

// check rejects the fields that are set: ignoring one would create another link than was asked for.
func (u unmapped) check() error {
	for _, field := range []struct {
		name, sentence string
		set            bool
	}{
		{"tenantId", "Linnet has no tenants. Leave it out, or use externalId, a tag or a folder.", u.TenantID != ""},
		{"programId", "Linnet has no partner programs. Leave it out.", u.ProgramID != ""},
		{"partnerId", "Linnet has no partners. Leave it out.", u.PartnerID != ""},
		{"video", "Linnet has no videos in previews. Leave it out.", u.Video != ""},
		{"rewrite", "Linnet redirects and does not cloak links. Leave it out.", u.Rewrite},
		{"publicStats", "Linnet shares statistics on pages of their own: Analytics → Share. Leave it out.", u.PublicStats},
		{"webhookIds", "Webhooks of Linnet receive the clicks of all links. Leave it out.", len(u.WebhookIDs) > 0},
	} {
		if field.set {
			return invalid(field.name, field.sentence)
		}
	}
	return nil
}

// rootKey is the key of the link at the root of a domain of Dub.
const rootKey = "_root"

// destination returns a destination with a scheme, which Dub adds where it is missing.
func destination(text string) string { return compat.Destination(text, "https") }

// resolver reads what inputs refer to, once for all inputs of a call.
type resolver struct {
	api  *api
	call *compat.Call
	tags []label.Label // nil: not read yet
}

// tagNames returns the names of the tags of an input, and whether it has them.
func (r *resolver) tagNames(in *input) (names []string, named bool, err error) {
	if !in.TagID.Named && !in.TagIDs.Named && !in.TagNames.Named {
		return nil, false, nil
	}
	ids := slices.Clone(in.TagIDs.Value)
	if in.TagID.Value != "" {
		ids = append(ids, in.TagID.Value)
	}
	if len(ids)+len(in.TagNames.Value) > 0 && r.tags == nil {
		if r.tags, err = r.api.labels(r.call, label.Tag, label.Query{}); err != nil {
			return nil, false, err
		}
	}
	for _, wanted := range []struct {
		field  string
		values []string
		is     func(l *label.Label, value string) bool
	}{
		{"tagIds", ids, func(l *label.Label, id string) bool { return l.ID == id }},
		{"tagNames", in.TagNames.Value, func(l *label.Label, name string) bool {
			return routing.Fold(l.Name) == routing.Fold(strings.TrimSpace(name))
		}},
	} {
		for _, value := range wanted.values {
			at := slices.IndexFunc(r.tags, func(l label.Label) bool { return wanted.is(&l, value) })
			if at < 0 {
				return nil, false, invalid(wanted.field, "This workspace does not have one of these tags. Create it first.")
			}
			names = append(names, r.tags[at].Name)
		}
	}
	return names, true, nil
}

// bounds of keyLength.
const (
	minKeyLength = 3
	maxKeyLength = 190
)

// prefix returns the prefix of a random key, such as "c/".
func (in *input) prefix() (string, error) {
	if length := in.KeyLength.Value; length != 0 && (length < minKeyLength || length > maxKeyLength) {
		return "", invalid("keyLength", "A random key has 3 to 190 characters.")
	}
	prefix := strings.Trim(in.Prefix.Value, "/")
	if prefix != "" {
		prefix += "/"
	}
	return prefix, nil
}

// draft returns the link to create.
func (in *input) draft(r *resolver) (link.Draft, error) {
	d := link.Draft{Domain: r.call.Domain, Settings: link.DefaultSettings()}
	edit, err := in.edit(r)
	if err == nil {
		edit(&d)
	}
	return d, err
}

// edit returns the change that a request asks for.
func (in *input) edit(r *resolver) (link.Edit, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if in.Key.Value == rootKey {
		return nil, invalid("key", "The root of a domain is no link in Linnet. Set its redirect under Settings → Domains.")
	}
	tags, tagged, err := r.tagNames(in)
	if err != nil {
		return nil, err
	}
	at := map[string]time.Time{}
	for name, text := range map[string]string{
		"expiresAt": in.ExpiresAt.Value, "testStartedAt": in.TestStartedAt.Value, "testCompletedAt": in.TestCompletedAt.Value,
	} {
		if text == "" {
			continue
		}
		parsed, ok := clock.ParseLoose(text)
		if !ok {
			return nil, invalid(name, "Enter a time such as 2026-11-28T12:00:00Z.")
		}
		at[name] = parsed
	}
	return func(d *link.Draft) {
		if tagged {
			d.Tags = tags
		}
		if in.ExpiresAt.Named {
			d.ExpiresAt = at["expiresAt"]
		}
		in.setIdentity(d)
		in.setTexts(&d.Settings)
		in.setPreview(&d.Settings)
		in.setTargets(&d.Settings, at["testStartedAt"], at["testCompletedAt"])
	}, nil
}

// setIdentity sets what a draft has beside its settings.
func (in *input) setIdentity(d *link.Draft) {
	if in.Domain.Value != "" {
		d.Domain = in.Domain.Value
	}
	if in.Key.Value != "" {
		d.Alias = &in.Key.Value
	}
	if in.Password.Named {
		d.Password = &in.Password.Value
	}
	if in.Archived.Named {
		d.Status = link.Active
		if in.Archived.Value {
			d.Status = link.Archived
		}
	}
}

// setTexts sets the settings that are taken over as they are.
func (in *input) setTexts(s *link.Settings) {
	if in.URL.Named {
		s.URL = destination(in.URL.Value)
	}
	if in.ExpiredURL.Named {
		s.FallbackURL, s.ExpiresAction = destination(in.ExpiredURL.Value), routing.ExpiresFallback
	}
	if in.ExternalID.Named {
		s.ExternalID = strings.TrimPrefix(in.ExternalID.Value, external)
	}
	in.FolderID.SetTo(&s.FolderID)
	in.Comments.SetTo(&s.Comments)
	in.TrackConversion.SetTo(&s.TrackConversions)
	in.DoIndex.SetTo(&s.Indexable)
	in.UTMSource.SetTo(&s.UTM.Source)
	in.UTMMedium.SetTo(&s.UTM.Medium)
	in.UTMCampaign.SetTo(&s.UTM.Campaign)
	in.UTMTerm.SetTo(&s.UTM.Term)
	in.UTMContent.SetTo(&s.UTM.Content)
	in.Ref.SetTo(&s.UTM.Ref)
}

// setPreview sets the title, and the preview that a link with proxy has.
func (in *input) setPreview(s *link.Settings) {
	if !in.Proxy.Named && !in.Title.Named && !in.Description.Named && !in.Image.Named {
		return
	}
	in.Title.SetTo(&s.Title)
	proxy := s.Preview != routing.Preview{}
	in.Proxy.SetTo(&proxy)
	if !proxy {
		s.Preview = routing.Preview{}
		return
	}
	if in.Title.Named || in.Proxy.Named && s.Preview.Title == "" {
		s.Preview.Title = s.Title
	}
	in.Description.SetTo(&s.Preview.Description)
	in.Image.SetTo(&s.Preview.Image)
}

// setTargets sets the rules and the split. Other rules stay.
func (in *input) setTargets(s *link.Settings, testStart, testEnd time.Time) {
	if !in.IOS.Named && !in.Android.Named && !in.Geo.Named && !in.TestVariants.Named && !in.TestStartedAt.Named && !in.TestCompletedAt.Named {
		return
	}
	t := dubrule.Of(s.Rules, s.Split)
	if in.IOS.Named {
		t.IOS = destination(in.IOS.Value)
	}
	if in.Android.Named {
		t.Android = destination(in.Android.Value)
	}
	if in.Geo.Named {
		t.Geo = map[string]string{}
		for country, to := range in.Geo.Value {
			t.Geo[strings.ToUpper(strings.TrimSpace(country))] = destination(to)
		}
	}
	if in.TestVariants.Named {
		t.Test.Variants = nil
		for _, v := range in.TestVariants.Value {
			t.Test.Variants = append(t.Test.Variants, routing.Branch{URL: destination(v.URL), Weight: v.Percentage})
		}
	}
	if in.TestStartedAt.Named {
		t.Test.StartedAt = testStart
	}
	if in.TestCompletedAt.Named {
		t.Test.CompletedAt = testEnd
	}
	s.Rules, s.Split = t.On(s.Rules, s.Split)
}
