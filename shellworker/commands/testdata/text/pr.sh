### pr1
seq 5 | pr -t; seq 5 | pr -t -n; seq 3 | pr -t -n:3; seq 3 | pr -td; seq 3 | pr -t -o 4
### pr2
seq 10 | pr -t -2; seq 10 | pr -t -3; seq 10 | pr -t -2 -a; seq 10 | pr -t -3 -w 30
### pr3
seq 3 > f; TZ=UTC touch -d '2020-01-02 03:04' f; pr f | od -c | head -20; pr f | wc -l; pr -h X f | head -3; seq 100 > g; touch -d '2020-01-02 03:04' g; pr g | wc; pr -l 20 g | md5sum; pr -l 20 g | head -30
### pr4
seq 3 > f; seq 5 8 > g; pr -t -m f g; pr -tm f g f
### pr5
seq 100 > g; touch -d '2020-01-02 03:04' g; pr -2 g | md5sum;  pr -3 -l 30 g | md5sum; pr -d g | md5sum
