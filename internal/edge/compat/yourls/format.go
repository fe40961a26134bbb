package yourls

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"regexp"
)

// field is a field of an object.
type field struct {
	name  string
	value any // a text, an integer, a bool, an object or objects
}

// object keeps the order of its fields, which XML shows.
type object []field

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// reply is the answer to an action, before it has a format.
type reply struct {
	status int // 0: 200
	body   object
	simple string // the whole answer in the format simple
}

// write answers in a format. Every unknown one is simple, as in YOURLS; clients depend on it.
func write(w http.ResponseWriter, format, function string, of reply) {
	var (
		contentType string
		body        bytes.Buffer
	)
	switch format {
	case "json":
		contentType = "application/json"
		body.Write(encoded(of.body))
	case "jsonp":
		contentType = "application/javascript"
		fmt.Fprintf(&body, "%s(%s)", function, encoded(of.body))
	case "xml", "":
		contentType = "application/xml"
		body.WriteString(xml.Header + "<root>")
		of.body.writeXML(&body)
		body.WriteString("</root>\n")
	default:
		contentType = "text/plain"
		body.WriteString(of.simple)
	}
	w.Header().Set("Content-Type", contentType+"; charset=utf-8")
	w.WriteHeader(max(of.status, http.StatusOK))
	_, _ = w.Write(body.Bytes()) // the client may have disconnected
}

// encoded returns the JSON of an object, in which every text can be a script's.
func encoded(o object) []byte {
	raw, err := json.Marshal(o)
	if err != nil { // its values are texts, numbers and objects
		panic(fmt.Sprintf("yourls: encode an answer: %v", err))
	}
	return raw
}

// notInName are the characters that a name in XML must not have.
var notInName = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// writeXML writes the fields as elements. A buffer accepts every write.
func (o object) writeXML(w io.Writer) {
	for _, f := range o {
		name := notInName.ReplaceAllString(f.name, "_")
		fmt.Fprintf(w, "<%s>", name)
		switch value := f.value.(type) {
		case object:
			value.writeXML(w)
		case []object:
			for i, inner := range value {
				object{{fmt.Sprintf("link_%d", i+1), inner}}.writeXML(w)
			}
		default:
			_ = xml.EscapeText(w, fmt.Append(nil, value))
		}
		fmt.Fprintf(w, "</%s>", name)
	}
}
