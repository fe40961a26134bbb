package main

import (
	"slices"
	"strings"
)

// signature recognizes one licence by phrases of its text. All phrases must
// occur; text and phrases are compared by their words, in lower case.
type signature struct {
	name    string
	phrases []string
}

// signatures returns the licences that detect knows. MPL-2.0 and BSD-3-Clause,
// whose texts contain phrases of others, come before those.
func signatures() []signature {
	const bsd = "redistribution and use in source and binary forms"
	const noEndorsement = "used to endorse or promote products"
	return []signature{
		{"MPL-2.0", []string{"mozilla public license version 2 0"}},
		{"AGPL", []string{"gnu affero general public license version"}},
		{"LGPL", []string{"gnu lesser general public license version"}},
		{"GPL", []string{"gnu general public license version"}},
		{"SSPL-1.0", []string{"server side public license"}},
		{"BUSL-1.1", []string{"business source license"}},
		{"Apache-2.0", []string{"apache license version 2 0"}},
		{"BSD-3-Clause", []string{bsd, noEndorsement}},
		{"BSD-2-Clause", []string{bsd}},
		{
			"MIT",
			[]string{
				"permission is hereby granted free of charge",
				"the above copyright notice and this permission notice shall be included",
			},
		},
		{"MIT-0", []string{"mit no attribution", "permission is hereby granted free of charge"}},
		{"ISC", []string{"permission to use copy modify and or distribute this software", "provided that the above copyright notice"}},
		{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
		{"CC0-1.0", []string{"cc0 1 0 universal"}},
		{"Public domain", []string{"has been dedicated to the public domain"}},
	}
}

// permitted reports whether a binary under the Apache License 2.0 may contain
// a dependency under the licence. An SPDX expression is permitted when it is
// one of these names, or alternatives that are all permitted: any other choice
// ("MIT OR GPL-2.0") needs a person's decision.
func permitted(licence string) bool {
	if choices := strings.Split(strings.Trim(licence, "()"), " OR "); len(choices) > 1 {
		return !slices.ContainsFunc(choices, func(choice string) bool { return !permitted(choice) })
	}
	switch licence {
	case "MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "ISC", "MPL-2.0", "Unlicense", "CC0-1.0", "CC-BY-4.0",
		"OFL-1.1", "BlueOak-1.0.0", "Unicode-3.0", "Zlib", "Public domain":
		return true
	}
	return false
}

// detect returns the names of the licences in a text, which may hold several;
// none when it is unknown.
func detect(text string) []string {
	words := normalize(text)
	var found []string
	for _, s := range signatures() {
		if !containsAll(words, s.phrases) || (s.name == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause")) {
			continue
		}
		found = append(found, s.name)
		if s.name == "MPL-2.0" { // its text names the GNU licences as alternatives
			break
		}
	}
	return found
}

// normalize returns the words of a text in lower case, one space between two.
func normalize(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), " ")
}

func containsAll(text string, phrases []string) bool {
	for _, p := range phrases {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}
