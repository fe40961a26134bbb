package biopage

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"linnet/internal/core/page"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/core/routing"
)

//go:embed page.html
var pageTemplate string

//nolint:gochecknoglobals // an immutable table
var pages = template.Must(template.New("page").Parse(pageTemplate))

// view is the data of the template.
type view struct {
	Title, Description, URL string
	Intro                   []string // the lines of the description
	ThemeColor              string
	Monogram                string
	Avatar                  *imageElement // nil: the monogram
	Card                    string        // the address of the image of link previews; empty: none
	Profile                 profile
	Style                   template.CSS
	Gate                    int // the age to confirm; 0: none
	Blocks                  []block
}

// profile is the JSON-LD of a page.
type profile struct {
	Context  string `json:"@context"`
	Type     string `json:"@type"`
	URL      string `json:"url"`
	Modified string `json:"dateModified,omitempty"`
	Main     entity `json:"mainEntity"`
}

type entity struct {
	Type        string   `json:"@type"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Image       string   `json:"image,omitempty"`
	URL         string   `json:"url"`
	SameAs      []string `json:"sameAs,omitempty"`
}

// block is the data of one block. Kinds use the fields that they need.
type block struct {
	Kind           string
	ID             string
	PreviewID      string // of a preview only
	Title, Note    string
	Level          int
	Href           template.URL
	HTML           template.HTML
	Machine, Human string // forms of a time
	Image          *imageElement
	Items          []item
	Blocks         []block
	Form           *formState
	Open           bool
	Address        template.URL // of the site that a player is of
	Player         *page.Player // nil until the visitor opens it
}

type item struct {
	Title string
	Href  template.URL
	HTML  template.HTML
	Image *imageElement
}

// renderer renders one document at a time of visit.
type renderer struct {
	doc     *page.Document
	now     time.Time
	preview bool
	form    *formState // of a form that was sent; nil: none
	playing string     // the id of the block whose player is open; empty: none
	gate    int        // the age that visitors confirm first; 0: none
	// until is when the HTML changes by itself; zero: never.
	until  time.Time
	sameAs []string
	rules  string // of the style sheet, for the page's images
}

// newRenderer returns the renderer of a public page.
func newRenderer(p page.Public) *renderer { return &renderer{doc: p.Document(), now: p.Now()} }

// render returns the HTML and the style sheet of a document.
func (r *renderer) render() (html []byte, style string, err error) {
	doc := r.doc
	design := doc.Theme.Style()
	v := view{
		Title: doc.Title, Description: strings.Join(strings.Fields(doc.Description), " "), URL: doc.CanonicalURL(), Intro: lines(doc.Description),
		ThemeColor: design.Light.Background, Monogram: monogram(doc.Title), Gate: r.gate, Blocks: r.blocks(doc.Blocks),
	}
	picture := ""
	v.Avatar, picture = r.avatar()
	if !r.preview {
		content := cardOf(doc)
		v.Card = doc.CanonicalURL() + "?" + cardParam + "=" + content.Version()
	}
	v.Style = styleSheet(design) + template.CSS(r.backgroundImage(design)+r.rules) //nolint:gosec // made by the server
	v.Profile = profile{Context: "https://schema.org", Type: "ProfilePage", URL: doc.CanonicalURL(), Main: entity{
		Type: "Person", Name: doc.Title, Description: v.Description, Image: picture, URL: doc.CanonicalURL(), SameAs: r.sameAs,
	}}
	if !doc.PublishedAt.IsZero() {
		v.Profile.Modified = doc.PublishedAt.UTC().Format(time.RFC3339)
	}
	var b bytes.Buffer
	if err := pages.Execute(&b, v); err != nil {
		return nil, "", fmt.Errorf("render the bio page %s: %w", doc.ID, err)
	}
	return b.Bytes(), string(v.Style), nil
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}

// monogram returns the first letter or digit of a title.
func monogram(title string) string {
	for _, r := range title {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}

// changesAt records times at which the HTML changes.
func (r *renderer) changesAt(times ...time.Time) {
	for _, at := range times {
		if at.After(r.now) && (r.until.IsZero() || at.Before(r.until)) {
			r.until = at
		}
	}
}

// blocks returns the blocks that are shown. A preview shows those with a schedule,
// too.
func (r *renderer) blocks(all []page.Block) []block {
	shown := make([]block, 0, len(all))
	for i := range all {
		b := &all[i]
		r.changesAt(b.StartsAt, b.EndsAt)
		if !b.Visible || !r.preview && !b.ShownAt(r.now) {
			continue
		}
		out := block{Kind: string(b.Body.Kind()), ID: b.ID}
		if r.preview {
			out.PreviewID = b.ID
		}
		if r.fill(&out, b) {
			shown = append(shown, out)
		}
	}
	return shown
}

// fill sets the fields of a block and reports whether it is shown.
func (r *renderer) fill(out *block, b *page.Block) bool {
	switch body := b.Body.(type) {
	case *page.Link:
		return r.link(out, b, body)
	case *page.Heading:
		out.Title, out.Level = body.Text, body.Level
	case *page.Text:
		out.HTML = markdown(body.Text)
	case *page.HTML:
		out.HTML = customHTML(body.HTML)
		return r.preview || out.HTML != ""
	case *page.Image:
		out.Image = r.imageOf(body.MediaID, sizeColumn)
		if body.URL != "" {
			out.Href = safe(body.URL)
		}
		return r.preview || out.Image != nil
	case *page.Gallery:
		return r.gallery(out, body)
	case *page.Video:
		r.embed(out, b.ID, body.URL, "Watch")
	case *page.Music:
		r.embed(out, b.ID, body.URL, "Listen")
	case *page.Social:
		for _, i := range body.Items {
			out.Items = append(out.Items, item{Title: i.Label(), Href: safe(i.URL)})
			r.sameAs = append(r.sameAs, i.URL)
		}
	case *page.Contact:
		out.Items = contactItems(body)
	case *page.VCard:
		out.Title, out.Note, out.Href = body.Name, cmp.Or(body.Organization, "Save contact"), template.URL("?vcard="+url.QueryEscape(b.ID)) //nolint:gosec // escaped
	case *page.FAQ:
		for _, q := range body.Items {
			out.Items = append(out.Items, item{Title: q.Question, HTML: markdown(q.Answer)})
		}
	case *page.Countdown:
		r.countdown(out, body)
	case *page.Map:
		out.Title = body.Query
		out.Href = template.URL("https://www.openstreetmap.org/search?query=" + url.QueryEscape(body.Query)) //nolint:gosec // escaped
	case *page.QR:
		return r.qr(out, body)
	case *page.Product:
		out.Title, out.Note, out.Href = body.Title, body.Price+" "+body.Currency, safe(body.URL)
		out.Image = r.imageOf(body.MediaID, sizeThumb)
	case *page.Group:
		out.Title, out.Blocks = body.Title, r.blocks(body.Blocks)
		out.Open = slices.ContainsFunc(out.Blocks, func(b block) bool { return b.Player != nil || r.form != nil && b.ID == r.form.Block })
		return r.preview || len(out.Blocks) > 0
	case *page.Form:
		r.fillForm(out, b, body)
	case *page.Divider:
	default:
		return false
	}
	return true
}

func (r *renderer) link(out *block, b *page.Block, body *page.Link) bool {
	facts, known := r.doc.Links[body.LinkID]
	out.Title, out.Image = cmp.Or(body.Title, facts.Title), r.imageOf(body.Thumbnail, sizeThumb)
	if out.Image != nil {
		out.Image.Alt = "" // the title names the link
	}
	if r.preview && !known {
		out.Href = safe(body.URL)
		return true
	}
	r.changesAt(facts.StartsAt, facts.EndsAt)
	out.Href = template.URL(r.doc.VisitURL(b, facts)) //nolint:gosec // made by the server
	return known && (r.preview || facts.ShownAt(r.now))
}

func (r *renderer) gallery(out *block, body *page.Gallery) bool {
	for _, i := range body.Items {
		if p := r.imageOf(i.MediaID, sizeGallery); p != nil {
			out.Items = append(out.Items, item{Image: p})
		}
	}
	return r.preview || len(out.Items) > 0
}

// safe returns an address of a web page, and "#" for any other: a preview may have
// blocks that were not validated.
func safe(address string) template.URL {
	if page.CheckAddress(address) != nil {
		return "#"
	}
	return template.URL(address) //nolint:gosec // http or https, and the template escapes it
}

func contactItems(c *page.Contact) []item {
	var items []item
	if c.Email != "" {
		items = append(items, item{Title: c.Email, Href: template.URL("mailto:" + url.PathEscape(c.Email))}) //nolint:gosec // escaped
	}
	if c.Phone != "" {
		digits := strings.Map(func(r rune) rune {
			if r == '+' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, c.Phone)
		items = append(items, item{Title: c.Phone, Href: template.URL("tel:" + digits)}) //nolint:gosec // digits
	}
	return items
}

func (r *renderer) countdown(out *block, c *page.Countdown) {
	out.Title, out.Machine, out.Human = c.Text, c.At.UTC().Format(time.RFC3339), c.At.UTC().Format("2 Jan 2006, 15:04 MST")
	left := c.At.Sub(r.now)
	if left <= 0 {
		out.Note = "Time’s up"
		return
	}
	r.changesAt(r.now.Truncate(time.Minute).Add(time.Minute))
	days, hours, minutes := int(left/(24*time.Hour)), int(left/time.Hour)%24, int(left/time.Minute)%60
	switch {
	case days > 0:
		out.Note = count(days, "day") + ", " + count(hours, "hour")
	case hours > 0:
		out.Note = count(hours, "hour") + ", " + count(minutes, "minute")
	default:
		out.Note = count(max(1, minutes), "minute")
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// qr draws the code of a link as inline SVG.
func (r *renderer) qr(out *block, body *page.QR) bool {
	facts, known := r.doc.Links[body.LinkID]
	if !known {
		return false
	}
	code, err := picture.Draw(facts.ShortURL+"?"+routing.MarkerQR, look.Defaults(), picture.Images{})
	if err != nil {
		return false
	}
	svg := strings.Replace(string(code.SVG()), "<svg ", `<svg role="img" aria-label="`+template.HTMLEscapeString("QR code of "+facts.ShortURL)+`" `, 1)
	out.HTML = template.HTML(svg) //nolint:gosec // drawn by the server
	return true
}
