package look

import (
	"encoding/json"
	"strings"
)

// Edit changes fields of a look; nil changes none.
type Edit func(*Look)

// On returns the look with the edit applied, ids and colors in lower case.
func (e Edit) On(l Look) Look {
	if e != nil {
		e(&l)
	}
	for _, text := range []*string{&l.Logo, &l.Dark, &l.Light, &l.Background, &l.FrameColor, &l.DotColor, &l.Gradient} {
		*text = strings.ToLower(*text)
	}
	return l
}

// MergeJSON sets the fields of a JSON object, and leaves the others unchanged.
func (l *Look) MergeJSON(object []byte) error {
	type fields Look // without UnmarshalJSON
	return json.Unmarshal(object, (*fields)(l))
}
