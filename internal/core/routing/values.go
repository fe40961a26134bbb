package routing

import "encoding/json"

// Values returns texts as the values of a condition.
func Values(texts ...string) []json.RawMessage {
	out := make([]json.RawMessage, len(texts))
	for i, text := range texts {
		out[i], _ = json.Marshal(text) // a text always can be
	}
	return out
}

// Texts returns the values of a condition that are texts; nil if another is among them.
func Texts(values []json.RawMessage) []string {
	out := make([]string, len(values))
	for i, raw := range values {
		if json.Unmarshal(raw, &out[i]) != nil {
			return nil
		}
	}
	return out
}
