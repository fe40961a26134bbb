package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Bounds of the bodies.
const (
	maxLabel  = 200 // characters of titles and names
	maxText   = 5000
	maxAnswer = 2000
	maxItems  = 30 // of a gallery, a social row or an FAQ
	maxShort  = 60 // characters of a button, a phone number, a price or a currency
	maxEmail  = 254
)

// Link is a button that opens a link of the workspace.
type Link struct {
	LinkID    string `json:"linkId,omitempty" doc:"The id of a link. Omit it to create a link from url and title."`
	Title     string `json:"title" maxLength:"200" doc:"The text of the button."`
	Thumbnail string `json:"thumbnail,omitempty" doc:"The id of an image in the media library."`
	// URL is the destination of a link to create. Responses have that of the link.
	URL string `json:"url,omitempty" doc:"The destination of a link to create; ignored with linkId. In responses, the destination of the link."`
	// ShortURL is the short URL of the link. Only responses have it.
	ShortURL string `json:"shortUrl,omitempty" readOnly:"true" doc:"The short URL of the link."`
}

// Heading is a heading.
type Heading struct {
	Text  string `json:"text" maxLength:"200"`
	Level int    `json:"level" minimum:"2" maximum:"3" doc:"2 or 3; 2 if omitted."`
}

// Text is a text with a subset of Markdown: bold, italic and links.
type Text struct {
	Text string `json:"text" maxLength:"5000" doc:"Markdown: **bold**, *italic* and [links](https://example.com)."`
}

// Image is an image of the media library.
type Image struct {
	MediaID string `json:"mediaId" doc:"The id of an image in the media library."`
	URL     string `json:"url,omitempty" doc:"The destination of a click on the image."`
}

// Gallery is a row of images that scrolls.
type Gallery struct {
	Items []GalleryItem `json:"items" maxItems:"30"`
}

// GalleryItem is one image of a gallery.
type GalleryItem struct {
	MediaID string `json:"mediaId" doc:"The id of an image in the media library."`
}

// Video is a video of another site, which opens on a click.
type Video struct {
	URL string `json:"url" doc:"The address of the video's page."`
}

// Music is a track, album or playlist of another site, which opens on a click.
type Music struct {
	URL string `json:"url" doc:"The address of the music's page."`
}

// Social is a row of profiles on social networks.
type Social struct {
	Items []SocialItem `json:"items" maxItems:"30"`
}

// SocialItem is one profile.
type SocialItem struct {
	Network string `json:"network" doc:"The name of the network, such as instagram."`
	URL     string `json:"url"`
}

// Contact is an email address and a phone number.
type Contact struct {
	Email string `json:"email,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// VCard is a contact that visitors can download.
type VCard struct {
	Name         string `json:"name" maxLength:"200"`
	Organization string `json:"organization,omitempty" maxLength:"200"`
	Email        string `json:"email,omitempty"`
	Phone        string `json:"phone,omitempty"`
	URL          string `json:"url,omitempty"`
}

// Form collects the email addresses of visitors.
type Form struct {
	Title   string `json:"title" maxLength:"200"`
	Button  string `json:"button" maxLength:"60"`
	Consent string `json:"consent" maxLength:"2000" doc:"The text that visitors agree to. Markdown as in text blocks."`
}

// FAQ is a list of questions whose answers open on a click.
type FAQ struct {
	Items []Question `json:"items" maxItems:"30"`
}

// Question is a question with its answer.
type Question struct {
	Question string `json:"question" maxLength:"200"`
	Answer   string `json:"answer" maxLength:"2000" doc:"Markdown as in text blocks."`
}

// Countdown shows the time until a moment.
type Countdown struct {
	At   time.Time `json:"at,omitzero" doc:"Required to publish the page."`
	Text string    `json:"text,omitempty" maxLength:"200"`
}

// Divider is a line.
type Divider struct{}

// Map is a link to a map of a place.
type Map struct {
	Query string `json:"query" maxLength:"200" doc:"An address or the name of a place."`
}

// QR is the QR code of a link of the workspace.
type QR struct {
	LinkID string `json:"linkId" doc:"The id of a link."`
}

// Product is a product with its price.
type Product struct {
	Title    string `json:"title" maxLength:"200"`
	Price    string `json:"price" maxLength:"60" doc:"A decimal number." example:"19.90"`
	Currency string `json:"currency" doc:"An ISO 4217 code." example:"EUR"`
	URL      string `json:"url"`
	MediaID  string `json:"mediaId,omitempty" doc:"The id of an image in the media library."`
}

// HTML is formatted text, of which visitors get only elements and attributes that
// cannot run a script or load anything.
type HTML struct {
	HTML string `json:"html" maxLength:"5000" doc:"Headings, paragraphs, lists, tables, quotes, emphasis and links. Everything else is removed from the public page."`
}

// Group is a group of blocks that opens on a click. Groups do not nest.
type Group struct {
	Title  string  `json:"title" maxLength:"200"`
	Blocks []Block `json:"blocks" maxItems:"100"`
}

// UnmarshalJSON decodes the group. Its fault has the paths of the blocks that
// cannot be decoded.
func (g *Group) UnmarshalJSON(data []byte) error {
	var raw struct {
		Title  string          `json:"title"`
		Blocks json.RawMessage `json:"blocks"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return decodeFault(err)
	}
	*g = Group{Title: raw.Title, Blocks: []Block{}}
	if len(raw.Blocks) == 0 || string(raw.Blocks) == "null" {
		return nil
	}
	var err error
	g.Blocks, err = decodeBlocks(raw.Blocks, ".blocks", (*Block).decodeInGroup)
	return err
}

// Kind implements Body.
func (*Link) Kind() Kind { return KindLink }

// Kind implements Body.
func (*Heading) Kind() Kind { return KindHeading }

// Kind implements Body.
func (*Text) Kind() Kind { return KindText }

// Kind implements Body.
func (*Image) Kind() Kind { return KindImage }

// Kind implements Body.
func (*Gallery) Kind() Kind { return KindGallery }

// Kind implements Body.
func (*Video) Kind() Kind { return KindVideo }

// Kind implements Body.
func (*Music) Kind() Kind { return KindMusic }

// Kind implements Body.
func (*Social) Kind() Kind { return KindSocial }

// Kind implements Body.
func (*Contact) Kind() Kind { return KindContact }

// Kind implements Body.
func (*VCard) Kind() Kind { return KindVCard }

// Kind implements Body.
func (*Form) Kind() Kind { return KindForm }

// Kind implements Body.
func (*FAQ) Kind() Kind { return KindFAQ }

// Kind implements Body.
func (*Countdown) Kind() Kind { return KindCountdown }

// Kind implements Body.
func (*Divider) Kind() Kind { return KindDivider }

// Kind implements Body.
func (*Map) Kind() Kind { return KindMap }

// Kind implements Body.
func (*QR) Kind() Kind { return KindQR }

// Kind implements Body.
func (*Product) Kind() Kind { return KindProduct }

// Kind implements Body.
func (*HTML) Kind() Kind { return KindHTML }

// Kind implements Body.
func (*Group) Kind() Kind { return KindGroup }

func (l *Link) check(c *checker) {
	c.text("title", &l.Title, maxLabel, true)
	c.media("thumbnail", l.Thumbnail)
	l.ShortURL = ""
	if l.LinkID != "" {
		l.URL = ""
		c.link("linkId", l.LinkID)
		return
	}
	c.url("url", &l.URL, false) // the link that is created has stricter rules
	if l.URL == "" {
		c.missing("url", "Choose a link, or enter an address such as https://example.com/page.")
	}
}

func (h *Heading) check(c *checker) {
	c.text("text", &h.Text, maxLabel, true)
	if h.Level == 0 {
		h.Level = 2
	}
	if h.Level != 2 && h.Level != 3 {
		c.fail("level", "A heading has the level 2 or 3.")
	}
}

func (t *Text) check(c *checker) { c.lines("text", &t.Text, maxText, true) }

func (h *HTML) check(c *checker) { c.lines("html", &h.HTML, maxText, true) }

func (i *Image) check(c *checker) {
	c.requiredMedia("mediaId", i.MediaID)
	c.url("url", &i.URL, false)
}

func (g *Gallery) check(c *checker) {
	if !c.count("items", len(g.Items)) {
		return
	}
	for i := range g.Items {
		c.requiredMedia(fmt.Sprintf("items[%d].mediaId", i), g.Items[i].MediaID)
	}
}

func (v *Video) check(c *checker) { c.url("url", &v.URL, true) }

func (m *Music) check(c *checker) { c.url("url", &m.URL, true) }

func (s *Social) check(c *checker) {
	if !c.count("items", len(s.Items)) {
		return
	}
	for i := range s.Items {
		item := &s.Items[i]
		item.Network = strings.ToLower(strings.TrimSpace(item.Network))
		if _, ok := networkLabel(item.Network); !ok {
			c.fail(fmt.Sprintf("items[%d].network", i), "This network is not known. Use website for other addresses.")
		}
		c.url(fmt.Sprintf("items[%d].url", i), &item.URL, true)
	}
}

func (t *Contact) check(c *checker) {
	c.email("email", &t.Email)
	c.phone("phone", &t.Phone)
	if t.Email == "" && t.Phone == "" {
		c.missing("email", "Enter an email address or a phone number.")
	}
}

func (v *VCard) check(c *checker) {
	c.text("name", &v.Name, maxLabel, true)
	c.text("organization", &v.Organization, maxLabel, false)
	c.email("email", &v.Email)
	c.phone("phone", &v.Phone)
	c.url("url", &v.URL, false)
}

func (f *Form) check(c *checker) {
	c.text("title", &f.Title, maxLabel, true)
	c.text("button", &f.Button, maxShort, true)
	c.lines("consent", &f.Consent, maxAnswer, true)
}

func (f *FAQ) check(c *checker) {
	if !c.count("items", len(f.Items)) {
		return
	}
	for i := range f.Items {
		c.text(fmt.Sprintf("items[%d].question", i), &f.Items[i].Question, maxLabel, true)
		c.lines(fmt.Sprintf("items[%d].answer", i), &f.Items[i].Answer, maxAnswer, true)
	}
}

func (d *Countdown) check(c *checker) {
	c.text("text", &d.Text, maxLabel, false)
	c.time("at", d.At)
	if d.At.IsZero() {
		c.missing("at", "Choose the time that the countdown ends.")
	}
	d.At = normalTime(d.At)
}

func (*Divider) check(*checker) {}

func (m *Map) check(c *checker) { c.text("query", &m.Query, maxLabel, true) }

func (q *QR) check(c *checker) {
	if q.LinkID == "" {
		c.missing("linkId", "Choose a link.")
		return
	}
	c.link("linkId", q.LinkID)
}

func (p *Product) check(c *checker) {
	c.text("title", &p.Title, maxLabel, true)
	c.price("price", &p.Price)
	c.currency("currency", &p.Currency)
	c.url("url", &p.URL, true)
	c.media("mediaId", p.MediaID)
}

func (g *Group) check(c *checker) {
	c.text("title", &g.Title, maxLabel, true)
	c.blocks("blocks", g.Blocks)
}
