package lambdalocal

import (
	"encoding/xml"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// TokenService answers AssumeRole of AWS STS (API version 2011-06-15). The S3
// server has one key and knows no session tokens, so that the sessions are
// that key, without a token.
type TokenService struct {
	Role                 string // ARN of the role that may be assumed
	AccessKey, SecretKey string
}

// maxChained is the longest session of a role that a role assumes.
const maxChained = time.Hour

func (s *TokenService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	refuse := func(status int, code, message string) {
		w.Header().Set("Content-Type", "text/xml")
		w.WriteHeader(status)
		xml.NewEncoder(w).Encode(struct {
			XMLName xml.Name `xml:"ErrorResponse"`
			Code    string   `xml:"Error>Code"`
			Message string   `xml:"Error>Message"`
		}{Code: code, Message: message})
	}
	if err := r.ParseForm(); err != nil || r.Method != http.MethodPost || r.PostForm.Get("Action") != "AssumeRole" {
		refuse(http.StatusBadRequest, "InvalidAction", "POST of Action=AssumeRole is all there is")
		return
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ") || r.PostForm.Get("RoleArn") != s.Role {
		refuse(http.StatusForbidden, "AccessDenied", "the role "+r.PostForm.Get("RoleArn")+" may not be assumed")
		return
	}
	seconds, err := strconv.Atoi(r.PostForm.Get("DurationSeconds"))
	life := time.Duration(seconds) * time.Second
	if err != nil || life < 15*time.Minute || life > maxChained {
		refuse(http.StatusBadRequest, "ValidationError", "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining")
		return
	}
	type session struct {
		AccessKeyId, SecretAccessKey, Expiration string
	}
	w.Header().Set("Content-Type", "text/xml")
	xml.NewEncoder(w).Encode(struct {
		XMLName xml.Name `xml:"AssumeRoleResponse"`
		Session session  `xml:"AssumeRoleResult>Credentials"`
	}{Session: session{s.AccessKey, s.SecretKey, time.Now().Add(life).UTC().Format(time.RFC3339)}})
}
