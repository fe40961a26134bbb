package pageimport

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"linnet/internal/core/page"
)

// text is a JSON text or number; other values are empty.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	var plain string
	if json.Unmarshal(data, &plain) == nil {
		*t = text(plain)
		return nil
	}
	if _, err := strconv.ParseFloat(string(data), 64); err == nil {
		*t = text(data)
	}
	return nil
}

// tolerant is a JSON object or list; a value of another type is empty.
type tolerant[T any] struct{ Value T }

// UnmarshalJSON implements json.Unmarshaler.
func (t *tolerant[T]) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.Value) != nil {
		var empty T
		t.Value = empty
	}
	return nil
}

// linktreeAccount is the account in the data of a Linktree page.
type linktreeAccount struct {
	Username    text                     `json:"username"`
	PageTitle   text                     `json:"pageTitle"`
	Description text                     `json:"description"`
	Links       tolerant[[]linktreeLink] `json:"links"`
	SocialLinks tolerant[[]linktreeLink] `json:"socialLinks"`
}

type linktreeLink struct {
	ID       text `json:"id"`
	Type     text `json:"type"`
	Title    text `json:"title"`
	URL      text `json:"url"`
	Position text `json:"position"`
	Parent   tolerant[struct {
		ID text `json:"id"`
	}] `json:"parent"`
}

func (l *linktreeLink) entry() entry { return entry{string(l.Title), string(l.URL)} }

// linkStackUser is an export of LinkStack.
type linkStackUser struct {
	Name        text            `json:"name"`
	Handle      text            `json:"littlelink_name"`
	Description text            `json:"littlelink_description"`
	Links       []linkStackLink `json:"links"`
	ImageData   text            `json:"image_data"`
}

type linkStackLink struct {
	Link     text `json:"link"`
	Title    text `json:"title"`
	Type     text `json:"type"`
	Order    text `json:"order"`
	UpLink   text `json:"up_link"` // "yes": before the others
	ButtonID text `json:"button_id"`
}

// document is the JSON that the sources have in common.
type document struct {
	Props struct {
		PageProps *struct {
			Account     *linktreeAccount         `json:"account"`
			Links       tolerant[[]linktreeLink] `json:"links"`
			SocialLinks tolerant[[]linktreeLink] `json:"socialLinks"`
		} `json:"pageProps"`
	} `json:"props"`
	Account *linktreeAccount `json:"account"`
}

func (b *builder) fromJSON(file []byte) error {
	var d document
	if err := json.Unmarshal(file, &d); err == nil {
		if p := d.Props.PageProps; p != nil && p.Account != nil {
			// The list beside the account has more fields, where a page has it.
			if len(p.Links.Value) > 0 {
				p.Account.Links = p.Links
			}
			if len(p.SocialLinks.Value) > 0 {
				p.Account.SocialLinks = p.SocialLinks
			}
			return b.fromLinktree(p.Account)
		}
		if d.Account != nil {
			return b.fromLinktree(d.Account)
		}
	}
	var user linkStackUser
	if err := json.Unmarshal(file, &user); err != nil {
		return invalid("The file is no export that can be read. Choose the JSON file of LinkStack, or a saved page.")
	}
	return b.fromLinkStack(&user)
}

func number(t text) float64 {
	n, _ := strconv.ParseFloat(string(t), 64) // entries without a position are the first
	return n
}

func (b *builder) fromLinktree(a *linktreeAccount) error {
	r := b.result
	r.Source, r.Handle, r.Description = page.FromLinktree, string(a.Username), string(a.Description)
	r.Title = strings.TrimPrefix(cmp.Or(string(a.PageTitle), string(a.Username)), "@")
	links := a.Links.Value
	if len(links) > maxEntries {
		return invalid("The file has too many links.")
	}
	slices.SortStableFunc(links, func(a, b linktreeLink) int { return cmp.Compare(number(a.Position), number(b.Position)) })
	children := map[text][]linktreeLink{}
	for _, l := range links {
		if id := l.Parent.Value.ID; id != "" {
			children[id] = append(children[id], l)
		}
	}
	socials := make([]entry, 0, len(a.SocialLinks.Value))
	for _, s := range a.SocialLinks.Value {
		socials = append(socials, entry{string(s.Type), string(s.URL)})
	}
	b.social(socials)
	for i := range links {
		if links[i].Parent.Value.ID == "" {
			b.linktreeLink(&links[i], children)
		}
	}
	return nil
}

// linktreeLink adds an entry, and those of a group after its title.
func (b *builder) linktreeLink(l *linktreeLink, children map[text][]linktreeLink) {
	kind := strings.ToUpper(string(l.Type))
	switch {
	case kind == "GROUP":
		b.linktreeGroup(l, children[l.ID])
	case kind == "HEADER":
		b.add(l.entry(), &page.Heading{Text: clip(string(l.Title), 200)})
	case strings.Contains(kind, "VIDEO") && l.URL != "":
		b.add(l.entry(), &page.Video{URL: string(l.URL)})
	case strings.Contains(kind, "MUSIC") && l.URL != "":
		b.add(l.entry(), &page.Music{URL: string(l.URL)})
	default:
		b.link(l.entry())
	}
}

// linktreeGroup adds a group. A group without valid blocks is skipped.
func (b *builder) linktreeGroup(l *linktreeLink, children []linktreeLink) {
	e, group := l.entry(), &page.Group{Title: clip(string(l.Title), 200), Blocks: []page.Block{}}
	if group.Title == "" {
		group.Title = "More"
	}
	if b.count >= page.MaxBlocks-1 {
		b.skip(e, "A page has at most 100 blocks.")
		return
	}
	b.count++
	b.group = group
	for i := range children {
		if strings.EqualFold(string(children[i].Type), "GROUP") {
			b.skip(children[i].entry(), "Groups cannot be in a group.")
			continue
		}
		b.linktreeLink(&children[i], nil)
	}
	b.group = nil
	if len(group.Blocks) == 0 {
		b.count--
		b.skip(e, "The group has no blocks.")
		return
	}
	b.result.Blocks = append(b.result.Blocks, page.Block{Visible: true, Body: group})
}

// The numbers of buttons in exports of LinkStack without types.
const (
	buttonHeading = "42"
	buttonSpacer  = "43"
	buttonText    = "93"
	buttonIcon    = "94" // a profile; its title is the network
	buttonVCard   = "96"
)

func (b *builder) fromLinkStack(user *linkStackUser) error {
	r := b.result
	r.Source, r.Title, r.Handle = page.FromLinkStack, string(user.Name), string(user.Handle)
	r.Description = plainText(string(user.Description))
	if len(user.Links) > maxEntries {
		return invalid("The file has too many links.")
	}
	slices.SortStableFunc(user.Links, func(a, b linkStackLink) int {
		if x, y := a.UpLink == "yes", b.UpLink == "yes"; x != y {
			if x {
				return -1
			}
			return 1
		}
		return cmp.Compare(number(a.Order), number(b.Order))
	})
	var socials []entry
	for _, l := range user.Links {
		if l.ButtonID == buttonIcon {
			socials = append(socials, entry{string(l.Title), string(l.Link)})
		}
	}
	b.social(socials)
	for i := range user.Links {
		if user.Links[i].ButtonID != buttonIcon {
			b.linkStackLink(&user.Links[i])
		}
	}
	if user.ImageData != "" {
		b.skip(entry{title: "Profile picture"}, "Images are not imported. Upload the picture in the editor.")
	}
	return nil
}

func (b *builder) linkStackLink(l *linkStackLink) {
	e := entry{string(l.Title), string(l.Link)}
	switch {
	case l.Type == "heading" || l.ButtonID == buttonHeading:
		b.add(e, &page.Heading{Text: clip(plainText(e.title), 200)})
	case l.Type == "spacer" || l.ButtonID == buttonSpacer:
		b.add(e, &page.Divider{})
	case l.Type == "text" || l.ButtonID == buttonText:
		b.add(entry{title: plainText(e.title)}, &page.Text{Text: markdown(e.title)})
	case l.Type == "vcard" || l.ButtonID == buttonVCard:
		b.vcard(e)
	case l.Type == "email" && !strings.Contains(e.address, ":"):
		b.link(entry{e.title, "mailto:" + e.address})
	case l.Type == "telephone" && !strings.Contains(e.address, ":"):
		b.link(entry{e.title, "tel:" + e.address})
	default:
		b.link(e)
	}
}

// vcard adds a contact, which LinkStack exports as JSON in the place of the address.
func (b *builder) vcard(e entry) {
	var c struct {
		First        text `json:"first_name"`
		Middle       text `json:"middle_name"`
		Last         text `json:"last_name"`
		Organization text `json:"organization"`
		Email        text `json:"email"`
		WorkEmail    text `json:"work_email"`
		URL          text `json:"work_url"`
		Cell         text `json:"cell_phone"`
		Work         text `json:"work_phone"`
		Home         text `json:"home_phone"`
	}
	if json.Unmarshal([]byte(e.address), &c) != nil {
		b.skip(entry{title: e.title}, "The contact cannot be read.")
		return
	}
	name := clip(strings.Join([]string{string(c.First), string(c.Middle), string(c.Last)}, " "), 200)
	b.add(entry{title: e.title}, &page.VCard{
		Name:         cmp.Or(name, clip(e.title, 200)),
		Organization: clip(string(c.Organization), 200),
		Email:        string(cmp.Or(c.Email, c.WorkEmail)),
		Phone:        string(cmp.Or(c.Cell, c.Work, c.Home)),
		URL:          string(c.URL),
	})
}
