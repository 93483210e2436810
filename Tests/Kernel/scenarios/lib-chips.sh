# shellcheck shell=sh
# shellcheck disable=SC2154 # Set by load_stub: $bus.
# For chips of i2c-stub on the bus of load_stub.

set_byte() { # ADDRESS REGISTER VALUE
    # -f, for the driver has the chip; i2cset takes a register for hexadecimal.
    i2cset -f -y "$bus" "$1" "$(printf 0x%02x "$2")" "$(printf 0x%02x "$(($3 & 0xff))")" b
}

# Sets 16 bits: low byte first, high byte first, or as a word, which i2c-stub keeps apart from
# the byte behind it.
set_word() { # ADDRESS REGISTER VALUE le|be|word
    case $4 in
        le)
            set_byte "$1" "$2" "$3"
            set_byte "$1" $(($2 + 1)) $(($3 >> 8))
            ;;
        be)
            set_byte "$1" "$2" $(($3 >> 8))
            set_byte "$1" $(($2 + 1)) "$3"
            ;;
        word)
            i2cset -f -y "$bus" "$1" "$(printf 0x%02x "$2")" "$(($3 & 0xffff))" w
            set_byte "$1" $(($2 + 1)) $(($3 >> 8))
            ;;
    esac
}

# A sensor at rest still flickers in its last bit; values that never change would count as a dead one.
flicker() { # ADDRESS REGISTER VALUE SHIFT ORDER
    while true; do
        for bit in 1 0; do
            set_word "$1" "$2" $((($3 + bit) << $4)) "$5"
            sleep 0.1
        done
    done
}
