"""Makes the files of Northwind's sample set: the same ones each time.

The shape is that of the database that the application is named for (eight categories, some 80 products, 830 orders);
every name, text, price and picture is this project's own.
"""

import csv
import datetime
import random
import sys
from pathlib import Path

import goods
import people
import pictures

FIRST_ORDER, ORDERS, LAST_DAY = 10248, 830, datetime.date(2026, 11, 20)
UNSHIPPED, DAYS = 26, 730

chance = random.Random(1994)


def filled(pattern):
    """A postal code or a phone number: # is a digit, @ a capital letter."""
    letters = "ABDEFGHJLNPRSTUWXYZ"
    return "".join(chance.choice("0123456789") if c == "#" else chance.choice(letters) if c == "@" else c for c in pattern)


def place(country):
    """An address: street, city, region, postal code, country, phone, fax."""
    streets, phone, cities, names = goods.PLACES[country]
    city, region, code = chance.choice(cities)
    street = chance.choice(streets).format(name=chance.choice(names), n=chance.randrange(2, 240))
    fax = filled(phone) if chance.random() < 0.7 else ""
    return [street, city, region, filled(code), country, filled(phone), fax]


def person(country):
    first, last, _, _ = people.NAMES[people.GROUPS[country]]
    return f"{chance.choice(first)} {chance.choice(last)}"


def hexadecimal(data):
    return "0x" + data.hex().upper()


def suppliers():
    rows = []
    for number, (name, country, _) in enumerate(goods.SUPPLIERS, 1):
        site = "".join(c for c in name.lower() if c.isascii() and c.isalnum())
        page = f"https://{site}.example" if chance.random() < 0.4 else ""
        rows.append([number, name, person(country), chance.choice(people.TITLES), *place(country), page])
    return rows


def products():
    rows, number = [], 0
    for category, listed in enumerate(goods.PRODUCTS):
        makers = [i for i, supplier in enumerate(goods.SUPPLIERS, 1) if category in supplier[2]]
        for name, quantity, price in listed:
            number += 1
            ended = chance.random() < 0.08
            level = 0 if ended else chance.choice([0, 5, 10, 10, 15, 20, 25, 30])
            stock = chance.randrange(24, 190) if chance.random() < 0.82 else chance.randrange(0, max(1, level))
            coming = chance.choice([10, 20, 40, 60, 70]) if stock < level and not ended and chance.random() < 0.6 else 0
            rows.append([number, name, chance.choice(makers), category + 1, quantity, f"{price / 100:.2f}", stock, coming, level, int(ended)])
    return rows


def customers():
    rows, used, codes = [], set(), set()
    for country, count in people.CUSTOMERS.items():
        _, last, patterns, words = people.NAMES[people.GROUPS[country]]
        while count:
            name = chance.choice(patterns).format(f=chance.choice(last), w=chance.choice(words))
            letters = "".join(c for c in name.upper() if "A" <= c <= "Z")
            code = next((c for c in (letters[:5], letters[:4] + letters[-1:], letters[:3] + letters[-2:]) if c not in codes), None)
            if name in used or code is None:
                continue
            used.add(name)
            codes.add(code)
            count -= 1
            rows.append([code, name, person(country), chance.choice(people.TITLES), *place(country)])
    rows.sort(key=lambda row: row[0])
    return [[number, *row] for number, row in enumerate(rows, 1)]


def employees():
    rows = []
    for number, (first, last, title, courtesy, born, hired, where, extension, chief, notes) in enumerate(people.EMPLOYEES, 1):
        city, region, code, country = where
        street, phone = place(country)[0], filled(goods.PLACES[country][1])
        photo = hexadecimal(pictures.portrait(number - 1))
        rows.append([number, last, first, title, courtesy, born, hired, street, city, region, code, country, phone, extension, photo, notes, chief or ""])
    return rows


def employee_territories():
    order = goods.TERRITORIES[:]
    chance.shuffle(order)
    return sorted([1 + i % len(people.EMPLOYEES), code] for i, (code, _, _) in enumerate(order[:49]))


def order_days():
    """The days on which orders came: more of them each year, most before Christmas, none at weekends."""
    first = LAST_DAY - datetime.timedelta(days=DAYS)
    days = [first + datetime.timedelta(days=n) for n in range(DAYS + 1)]
    days = [day for day in days if day.weekday() < 5]
    season = [1.0, 0.95, 1.0, 1.05, 0.9, 0.85, 0.8, 0.85, 1.0, 1.15, 1.3, 1.35]
    weights = [season[day.month - 1] * (0.7 + (day - first).days / DAYS) for day in days]
    return sorted(chance.choices(days, weights, k=ORDERS))


def orders(customers, products):
    # Some customers and some products are asked for much more than others.
    customer_weights = [chance.paretovariate(1.6) for _ in customers]
    product_weights = [chance.paretovariate(2.2) for _ in products]
    headers, lines = [], []
    for place_in_order, day in enumerate(order_days()):
        number = FIRST_ORDER + place_in_order
        customer = chance.choices(customers, customer_weights)[0]
        due = day + datetime.timedelta(days=chance.choice([14, 28, 28, 28, 42]))
        shipped = day + datetime.timedelta(days=chance.randrange(1, 9) + (chance.randrange(5, 32) if chance.random() < 0.06 else 0))
        waits = place_in_order >= ORDERS - UNSHIPPED and chance.random() < 0.85 or ORDERS - 90 < place_in_order < ORDERS - 60 and chance.random() < 0.2
        waits = waits or shipped > LAST_DAY
        count = min(1 + int(chance.expovariate(0.46)), 9)
        chosen = {}
        while len(chosen) < count:
            product = chance.choices(products, product_weights)[0]
            chosen[product[0]] = product
        value = 0
        for product in chosen.values():
            quantity = chance.choice([2, 4, 5, 6, 8, 10, 10, 12, 15, 15, 20, 20, 24, 30, 30, 40, 50, 60])
            price = int(product[5].replace(".", ""))
            # What was asked for in the first year was a little cheaper.
            if place_in_order < ORDERS // 2:
                price = price * 95 // 100
            discount = chance.choice([0] * 12 + [5, 5, 10, 10, 15, 20, 25])
            value += price * quantity * (100 - discount) // 100
            lines.append([number, product[0], f"{price / 100:.2f}", quantity, f"{discount / 100:g}"])
        freight = int(value * chance.uniform(0.02, 0.09)) + 150
        code, name, _, _, street, city, region, postal, country = customer[1:10]
        headers.append([
            number, customer[0], chance.randrange(1, len(people.EMPLOYEES) + 1), day.isoformat(), due.isoformat(), "" if waits else shipped.isoformat(),
            "" if waits else chance.randrange(1, len(goods.SHIPPERS) + 1), "0.00" if waits else f"{freight / 100:.2f}",
            name, street, city, region, postal, country])
    return headers, lines


def write(folder, name, heading, rows):
    with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(heading.split(","))
        writer.writerows(rows)


def main(folder):
    address = "Address,City,Region,PostalCode,Country,Phone,Fax"
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, "categories", "CategoryID,CategoryName,Description,Picture",
          [[n, name, text, hexadecimal(pictures.still_life(n - 1))] for n, (name, text) in enumerate(goods.CATEGORIES, 1)])
    write(folder, "suppliers", f"SupplierID,CompanyName,ContactName,ContactTitle,{address},HomePage", suppliers())
    listed = products()
    write(folder, "products", "ProductID,ProductName,SupplierID,CategoryID,QuantityPerUnit,UnitPrice,UnitsInStock,UnitsOnOrder,ReorderLevel,Discontinued", listed)
    known = customers()
    kinds = [[1 + (len(row[2]) * 7 + row[0]) % len(goods.DEMOGRAPHICS)] for row in known]
    write(folder, "customers", f"CustomerID,CustomerCode,CompanyName,ContactName,ContactTitle,{address},Demographics", [row + kind for row, kind in zip(known, kinds)])
    write(folder, "customer-demographics", "ID,CustomerTypeID,CustomerDesc", [[n, *row] for n, row in enumerate(goods.DEMOGRAPHICS, 1)])
    write(folder, "employees",
          "EmployeeID,LastName,FirstName,Title,TitleOfCourtesy,BirthDate,HireDate,Address,City,Region,PostalCode,Country,HomePhone,Extension,Photo,Notes,ReportsTo", employees())
    write(folder, "shippers", "ShipperID,CompanyName,Phone", [[n, *row] for n, row in enumerate(goods.SHIPPERS, 1)])
    write(folder, "regions", "RegionID,RegionDescription", list(enumerate(goods.REGIONS, 1)))
    write(folder, "territories", "TerritoryID,TerritoryDescription,RegionID", goods.TERRITORIES)
    write(folder, "employee-territories", "EmployeeID,TerritoryID", employee_territories())
    headers, lines = orders(known, listed)
    write(folder, "orders",
          "OrderID,CustomerID,EmployeeID,OrderDate,RequiredDate,ShippedDate,ShipVia,Freight,ShipName,ShipAddress,ShipCity,ShipRegion,ShipPostalCode,ShipCountry", headers)
    write(folder, "order-details", "OrderID,ProductID,UnitPrice,Quantity,Discount", lines)
    print(f"{len(listed)} products, {len(known)} customers, {len(headers)} orders, {len(lines)} order lines in {folder}")


main(Path(sys.argv[1]))
