package content

import (
	"cmp"
	"strings"
	"time"
)

// VCard is a contact.
type VCard struct {
	Version      string `json:"version,omitempty" enum:"3.0,4.0" doc:"3.0, which all phones read and which is the default, or 4.0."`
	FirstName    string `json:"firstName,omitempty" maxLength:"100"`
	LastName     string `json:"lastName,omitempty" maxLength:"100"`
	Organization string `json:"organization,omitempty" maxLength:"100" doc:"Required without a first and last name."`
	Title        string `json:"title,omitempty" maxLength:"100" doc:"The job title."`
	Mobile       string `json:"mobile,omitempty" example:"+49 170 1234567"`
	Phone        string `json:"phone,omitempty" doc:"The phone at work." example:"+49 30 1234567"`
	Email        string `json:"email,omitempty" maxLength:"254"`
	URL          string `json:"url,omitempty" maxLength:"900"`
	Street       string `json:"street,omitempty" maxLength:"100"`
	City         string `json:"city,omitempty" maxLength:"100"`
	Region       string `json:"region,omitempty" maxLength:"100"`
	PostalCode   string `json:"postalCode,omitempty" maxLength:"100"`
	Country      string `json:"country,omitempty" maxLength:"100"`
	Note         string `json:"note,omitempty" maxLength:"900"`
}

// Event is an entry of a calendar.
type Event struct {
	Title       string    `json:"title" maxLength:"100"`
	StartsAt    time.Time `json:"startsAt"`
	EndsAt      time.Time `json:"endsAt,omitzero" doc:"Omitted: at the start, or for allDay on the same day."`
	AllDay      bool      `json:"allDay,omitempty" doc:"True for whole days: those of startsAt and endsAt in their time zones."`
	Location    string    `json:"location,omitempty" maxLength:"100"`
	Description string    `json:"description,omitempty" maxLength:"900"`
	URL         string    `json:"url,omitempty" maxLength:"900"`
}

// Kind implements Body.
func (*VCard) Kind() Kind { return KindVCard }

func (v *VCard) check(c *checker) {
	v.Version = cmp.Or(v.Version, "3.0")
	if v.Version != "3.0" && v.Version != "4.0" {
		c.add("version", "Use 3.0 or 4.0.")
	}
	for _, f := range []struct {
		name, label string
		value       *string
	}{
		{"firstName", "A first name", &v.FirstName},
		{"lastName", "A last name", &v.LastName},
		{"organization", "An organization", &v.Organization},
		{"title", "A job title", &v.Title},
		{"street", "A street", &v.Street},
		{"city", "A city", &v.City},
		{"region", "A region", &v.Region},
		{"postalCode", "A postal code", &v.PostalCode},
		{"country", "A country", &v.Country},
	} {
		c.line(f.name, f.label, f.value, maxName)
	}
	c.required("firstName", v.fullName(), "Enter a first name, a last name or an organization.")
	c.phone("mobile", &v.Mobile)
	c.phone("phone", &v.Phone)
	c.email("email", &v.Email)
	c.web("url", &v.URL)
	c.lines("note", "A note", &v.Note, maxLongText)
}

// fullName returns the name of the person, or else of the organization.
func (v *VCard) fullName() string {
	return cmp.Or(strings.TrimSpace(v.FirstName+" "+v.LastName), v.Organization)
}

// File returns the contact as a file, in the version 3.0 unless another is set.
func (v *VCard) File() []byte {
	contact := *v
	contact.Version = cmp.Or(v.Version, "3.0")
	return []byte(contact.encode())
}

// encode follows RFC 2426 for version 3.0 and RFC 6350 for 4.0. Lines are not folded,
// which both allow and which saves bytes.
func (v *VCard) encode() string {
	var b properties
	b.line("BEGIN", "VCARD")
	b.line("VERSION", v.Version)
	b.line("N", structured(v.LastName, v.FirstName, "", "", ""))
	b.line("FN", escaped(v.fullName()))
	b.line("ORG", escaped(v.Organization))
	b.line("TITLE", escaped(v.Title))
	b.line("TEL;TYPE=cell", dialed(v.Mobile))
	b.line("TEL;TYPE=work", dialed(v.Phone))
	b.line("EMAIL", escaped(v.Email))
	b.line("URL", v.URL)
	if v.Street+v.City+v.Region+v.PostalCode+v.Country != "" {
		b.line("ADR;TYPE=work", structured("", "", v.Street, v.City, v.Region, v.PostalCode, v.Country))
	}
	b.line("NOTE", escaped(v.Note))
	b.line("END", "VCARD")
	return b.String()
}

func (v *VCard) label() string { return v.fullName() }
func (v *VCard) search() []string {
	return []string{v.fullName(), v.Organization, v.Title, v.Email, v.Mobile, v.Phone, v.URL, v.City, v.Note}
}

// Kind implements Body.
func (*Event) Kind() Kind { return KindEvent }

func (e *Event) check(c *checker) {
	c.line("title", "A title", &e.Title, maxName)
	c.required("title", e.Title, "Enter the title of the event.")
	if e.StartsAt.IsZero() {
		c.add("startsAt", "Enter the time at which the event starts.")
	}
	if !e.EndsAt.IsZero() && e.EndsAt.Before(e.StartsAt) {
		c.add("endsAt", "The event ends before it starts. Choose a later time.")
	}
	c.line("location", "A location", &e.Location, maxName)
	c.lines("description", "A description", &e.Description, maxLongText)
	c.web("url", &e.URL)
}

// encode follows RFC 5545. Scanners expect the event without its calendar.
func (e *Event) encode() string {
	var b properties
	b.line("BEGIN", "VEVENT")
	b.line("SUMMARY", escaped(e.Title))
	if e.AllDay {
		const day = "20060102"
		end := e.EndsAt
		if end.IsZero() {
			end = e.StartsAt
		}
		b.line("DTSTART;VALUE=DATE", e.StartsAt.Format(day))
		b.line("DTEND;VALUE=DATE", end.AddDate(0, 0, 1).Format(day)) // exclusive
	} else {
		const moment = "20060102T150405Z"
		b.line("DTSTART", e.StartsAt.UTC().Format(moment))
		if !e.EndsAt.IsZero() {
			b.line("DTEND", e.EndsAt.UTC().Format(moment))
		}
	}
	b.line("LOCATION", escaped(e.Location))
	b.line("DESCRIPTION", escaped(e.Description))
	b.line("URL", e.URL)
	b.line("END", "VEVENT")
	return b.String()
}

func (e *Event) label() string    { return e.Title }
func (e *Event) search() []string { return []string{e.Title, e.Location, e.Description, e.URL} }

// properties are the content lines of vCard and iCalendar.
type properties struct{ strings.Builder }

// line adds a property unless its value is empty.
func (p *properties) line(name, value string) {
	if value != "" {
		p.WriteString(name + ":" + value + "\r\n")
	}
}

// escaped returns a text value of vCard and iCalendar.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, "\r", "", "\n", `\n`).Replace(text)
}

// structured returns a value of several components.
func structured(parts ...string) string {
	for i, part := range parts {
		parts[i] = escaped(part)
	}
	return strings.Join(parts, ";")
}
